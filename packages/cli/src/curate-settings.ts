import { MemopError } from "@memop/core";
import { type CandidateKind, type CurateOptions, candidateKinds } from "@memop/curation";
import type { Options } from "./command.ts";
import { textOption } from "./option-values.ts";

/** Options of `memop curate` as the library takes them. Throws `BAD_USAGE` for an unknown word. */
export function curateSettings(options: Options): CurateOptions {
  const baseline = textOption(options, "baseline");
  const by = textOption(options, "by");
  return {
    ...(baseline === null ? {} : { baseline }),
    ...(by === null ? {} : { by: oneOf<CandidateKind>("--by", by, candidateKinds) }),
    ...(typeof options.margin === "number" ? { margin: options.margin } : {}),
    policy: textOption(options, "policy") ?? "memop-strict",
    nullMetrics: oneOf("--null-metrics", String(options.nullMetrics), ["available", "require-all"] as const),
    redundant: oneOf("--redundant", String(options.redundant), ["zero", "penalty"] as const),
    alpha: options.alpha as number,
    power: options.power as number,
    smallestEffect: options.smallestEffect as number,
    draws: options.draws as number,
    seed: options.seed as number,
    force: options.force === true,
  };
}

function oneOf<T extends string>(name: string, value: string, known: readonly T[]): T {
  const found = known.find((each) => each === value);
  if (found !== undefined) return found;
  throw new MemopError("BAD_USAGE", `${name} "${value}" is not known`, { hint: `known: ${known.join(", ")}` });
}
