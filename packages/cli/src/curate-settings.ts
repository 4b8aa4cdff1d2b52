import { MemopError } from "@memop/core";
import {
  type CandidateKind,
  type CurateOptions,
  candidateKinds,
  type HygieneSettings,
  type SiblingOrder,
  siblingOrders,
  type TrajectorySelection,
} from "@memop/curation";
import { type HygieneReason, hygieneReasons } from "@memop/hygiene";
import { openRepositories, type Repositories } from "@memop/trajectory";
import type { Options } from "./command.ts";
import type { Io } from "./io.ts";
import { listOption, pathOf, textOption } from "./option-values.ts";
import { readBenchmarks } from "./read-benchmarks.ts";

/** Options of `memop curate` as the library takes them; repositories are to be closed. Throws `BAD_USAGE` for an unknown word. */
export async function curateSettings(
  options: Options,
  io: Io,
): Promise<CurateOptions & { readonly repositories: Repositories | null }> {
  const baseline = textOption(options, "baseline");
  const by = textOption(options, "by");
  const clones = textOption(options, "repos");
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
    hygiene: options.hygiene === false ? false : await hygieneSettings(options, io),
    selection: selectionOf(options),
    repositories: clones === null ? null : openRepositories(pathOf(clones, "--repos", io)),
  };
}

/** Settings as a dry run prints them: lists and scanners by their names. */
export function plannedSettings({ hygiene, repositories, ...settings }: CurateOptions): Record<string, unknown> {
  const { allowed = [], benchmarks = [], scanners = [] } = hygiene || {};
  const names = {
    allowed,
    benchmarks: benchmarks.map((each) => each.benchmark.name),
    scanners: scanners.map(({ name }) => name),
  };
  return { ...settings, hygiene: hygiene === false ? false : names, repositories: repositories?.folder ?? null };
}

async function hygieneSettings(options: Options, io: Io): Promise<HygieneSettings> {
  const reasons = [
    ...(options.allowSelfSolution === true ? ["self-solution"] : []),
    ...listOption(options, "allow"),
  ].map((reason) => oneOf<HygieneReason>("--allow", reason, hygieneReasons));
  // Loaded here: it costs a quarter of a second that other commands need not pay.
  const { secretScanners: scanners } = await import("./secret-scanners.ts");
  const benchmarks = await readBenchmarks(listOption(options, "benchmarks"), io.workingFolder);
  return { allowed: hygieneReasons.filter((reason) => reasons.includes(reason)), benchmarks, scanners };
}

function selectionOf(options: Options): Partial<TrajectorySelection> {
  const best = textOption(options, "best");
  const passRate = textOption(options, "passRate");
  return {
    ...(passRate === null ? {} : { passRate: bandOf(passRate) }),
    ...(best === null ? {} : { best: oneOf<SiblingOrder>("--best", best, siblingOrders) }),
    ...(typeof options.maxPerTask === "number" ? { maxPerTask: options.maxPerTask } : {}),
    ...(typeof options.maxPerRepo === "number" ? { maxPerRepo: options.maxPerRepo } : {}),
  };
}

/** Reads `0.1..0.9`. */
function bandOf(text: string): NonNullable<TrajectorySelection["passRate"]> {
  const [, least, most] = /^(\d*\.?\d+)\.\.(\d*\.?\d+)$/.exec(text) ?? [];
  const band = { least: Number(least), most: Number(most) };
  if (least !== undefined && band.least <= band.most && band.most <= 1) return band;
  throw new MemopError("BAD_USAGE", `--pass-rate "${text}" is no band of shares`, { hint: "for example 0.1..0.9" });
}

function oneOf<T extends string>(name: string, value: string, known: readonly T[]): T {
  const found = known.find((each) => each === value);
  if (found !== undefined) return found;
  throw new MemopError("BAD_USAGE", `${name} "${value}" is not known`, { hint: `known: ${known.join(", ")}` });
}
