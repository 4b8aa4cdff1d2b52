import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Values by other implementations, recorded by scripts/python/record-statistics.py. */
export interface RecordedStatistics {
  readonly normal: readonly { readonly z: number; readonly cdf: number }[];
  readonly student: readonly { readonly share: number; readonly freedom: number; readonly quantile: number }[];
  readonly sign_flip: readonly { readonly differences: readonly number[]; readonly p: number }[];
  readonly two_sample: readonly {
    readonly having: readonly number[];
    readonly without: readonly number[];
    readonly p: number;
    readonly lower: number | null;
  }[];
  readonly mcnemar: readonly { readonly gained: number; readonly lost: number; readonly p: number }[];
  readonly wilson: readonly {
    readonly successes: number;
    readonly trials: number;
    readonly interval: readonly [number, number];
  }[];
  readonly newcombe: readonly {
    readonly a: readonly [number, number];
    readonly b: readonly [number, number];
    readonly interval: readonly [number, number];
  }[];
  readonly newcombe_paired: readonly {
    readonly counts: readonly [number, number, number, number];
    readonly interval: readonly [number, number];
  }[];
  readonly benjamini_hochberg: readonly { readonly p: readonly number[]; readonly q: readonly number[] }[];
  readonly e_bh: readonly { readonly e: readonly number[]; readonly q: readonly number[] }[];
  readonly pass_at_k: readonly {
    readonly n: number;
    readonly c: number;
    readonly k: number;
    readonly at: number;
    readonly hat: number;
  }[];
  readonly power: readonly {
    readonly effect: number;
    readonly deviation: number;
    readonly pairs: number;
    readonly power: number;
    readonly needed: number;
  }[];
  readonly betting: readonly {
    readonly outcomes: readonly number[];
    readonly effect: number;
    readonly alpha: number;
    readonly eValue: number;
    readonly crossedAt: number | null;
  }[];
  readonly cluster_bootstrap: readonly {
    readonly clusters: readonly (readonly number[])[];
    readonly se: number;
    readonly lowerBound: number;
    readonly upperBound: number;
  }[];
  readonly bootstrap: readonly {
    readonly values: readonly number[];
    readonly se: number;
    readonly lowerBound: number;
    readonly upperBound: number;
  }[];
}

/** Reads the recorded values. */
export function recordedStatistics(): RecordedStatistics {
  const file = join(import.meta.dirname, "..", "fixtures", "statistics.json");
  return JSON.parse(readFileSync(file, "utf8")) as RecordedStatistics;
}
