import { MemopError } from "@memop/core";
import type { Pipeline } from "./pipeline.ts";
import { type PlannedStage, plannedStages, type StageSelection } from "./planned-stages.ts";

/** What a stage is told about the run that it is part of. */
export interface StageContext {
  /** Name of the pipeline. */
  readonly pipeline: string;
  /** Name of this step in it. */
  readonly id: string;
  /** The pipeline's workspace; undefined when it has none. */
  readonly workspace: string | undefined;
  /** Ends the run when aborted. */
  readonly signal: AbortSignal | undefined;
}

/** A stage: takes its own options, does its work, and returns what its command prints with `--json`. */
export type StageFunction = (
  options: Readonly<Record<string, unknown>>,
  context: StageContext,
) => Promise<Readonly<Record<string, unknown>>>;

/** What happened to one step of a pipeline. */
export interface StageReport {
  readonly id: string;
  readonly stage: string;
  /** 1-based position among all steps of the pipeline, selected or not. */
  readonly position: number;
  readonly total: number;
  /** `skipped`: not selected. */
  readonly status: "started" | "done" | "failed" | "skipped";
  /** What the stage returned; only when done. */
  readonly result?: Readonly<Record<string, unknown>>;
  /** Wall time; only when done or failed. */
  readonly seconds?: number;
}

/** How to run a pipeline. */
export interface PipelineOptions extends StageSelection {
  /** Told when a step starts, ends, fails or is skipped. */
  readonly onStage?: (report: StageReport) => void;
  readonly signal?: AbortSignal;
  /** Milliseconds of some clock; for tests. */
  readonly now?: () => number;
}

/** What a pipeline did: one report per step, in order, each done or skipped. */
export interface PipelineResult {
  readonly name: string;
  readonly stages: readonly StageReport[];
}

/**
 * Runs the selected steps in order and stops at the first that fails.
 *
 * All stage names are checked before anything runs: `BAD_CONFIG` names the unknown one. A failure is thrown with the code
 * and hint that the stage gave (`RUN_FAILED` for anything but a MemopError) and a message that names the step;
 * `INTERRUPTED` when `signal` was aborted. Steps are expected to resume by themselves: running again repeats them all.
 */
export async function runPipeline(
  pipeline: Pipeline,
  stages: Readonly<Record<string, StageFunction>>,
  { onStage = () => {}, signal, now = () => performance.now(), ...selection }: PipelineOptions = {},
): Promise<PipelineResult> {
  const plan = plannedStages(pipeline, selection);
  for (const { stage, id } of plan) {
    if (Object.hasOwn(stages, stage)) continue;
    throw new MemopError("BAD_CONFIG", `step ${id} of pipeline ${pipeline.name}: no stage is named "${stage}"`, {
      hint: `stages are: ${Object.keys(stages).join(", ")}`,
    });
  }
  const reports: StageReport[] = [];
  for (const [at, step] of plan.entries()) {
    const place = { id: step.id, stage: step.stage, position: at + 1, total: plan.length };
    if (!step.selected) {
      reports.push({ ...place, status: "skipped" });
      onStage({ ...place, status: "skipped" });
      continue;
    }
    if (signal?.aborted) throw new MemopError("INTERRUPTED", `pipeline ${pipeline.name} was stopped before ${step.id}`);
    onStage({ ...place, status: "started" });
    const startedAt = now();
    const seconds = () => (now() - startedAt) / 1000;
    try {
      const context = { pipeline: pipeline.name, id: step.id, workspace: pipeline.workspace, signal };
      const result = await (stages[step.stage] as StageFunction)(step.options, context);
      const report: StageReport = { ...place, status: "done", result, seconds: seconds() };
      reports.push(report);
      onStage(report);
    } catch (error) {
      onStage({ ...place, status: "failed", seconds: seconds() });
      throw stageFailure(pipeline, step, error);
    }
  }
  return { name: pipeline.name, stages: reports };
}

function stageFailure(pipeline: Pipeline, step: PlannedStage, error: unknown): MemopError {
  const reason = error instanceof Error ? error.message : String(error);
  const message = `step ${step.id} of pipeline ${pipeline.name} failed: ${reason}`;
  if (!(error instanceof MemopError)) return new MemopError("RUN_FAILED", message, { cause: error });
  return new MemopError(error.code, message, {
    ...(error.hint === undefined ? {} : { hint: error.hint }),
    cause: error,
  });
}
