import { type Benchmark, type HygieneReason, knownKeyScanner, type SecretScanner } from "@memop/hygiene";

/** How memories and runs are checked. */
export interface HygieneSettings {
  /** Reasons that are listed but do not drop, such as `self-solution`; default none. */
  readonly allowed?: readonly HygieneReason[];
  /** Benchmarks that nothing may belong to; default none. */
  readonly benchmarks?: readonly ListedBenchmark[];
  /** Default: the keys that tell themselves by their form. */
  readonly scanners?: readonly SecretScanner[];
}

/** A benchmark with the hash of what it was made of, so that another list is another configuration. */
export interface ListedBenchmark {
  readonly benchmark: Benchmark;
  /** SHA-256 of its file; the empty text for a family, which is told by a rule. */
  readonly sha256: string;
}

/** Settings with every default filled in. */
export type ResolvedHygieneSettings = Required<HygieneSettings>;

/** Fills in the defaults. */
export function resolveHygiene(settings: HygieneSettings): ResolvedHygieneSettings {
  return { allowed: [], benchmarks: [], scanners: [knownKeyScanner], ...settings };
}

/** The settings as a manifest records them. */
export function hygieneConfig({ allowed, benchmarks, scanners }: ResolvedHygieneSettings) {
  return {
    allowed: [...allowed],
    benchmarks: benchmarks.map(({ benchmark, sha256 }) => ({ name: benchmark.name, sha256 })),
    scanners: scanners.map(({ name }) => name),
  };
}
