import * as z from "zod";
import { Health } from "./trajectory.ts";

/** What an evaluation said about one rollout, before it is joined with that rollout. */
export const Outcome = z.strictObject({
  taskId: z.string(),
  /** Null when the evaluation could not tell. */
  resolved: z.boolean().nullable(),
  health: Health,
  /** Stable, kebab-case: `resolved`, `unresolved`, `empty-patch`, `patch-not-applied`, `test-timeout`, `not-named`, … */
  reason: z.string(),
});
export type Outcome = z.infer<typeof Outcome>;

/** A patch handed in for a task, apart from the run that made it. */
export const Prediction = z.strictObject({
  taskId: z.string(),
  model: z.string().nullable(),
  /** Unified diff; null when the source says null, "" when it says "". */
  patch: z.string().nullable(),
});
export type Prediction = z.infer<typeof Prediction>;

/** What an evaluation said about one of several patches for the same task. */
export const PatchOutcome = z.strictObject({
  ...Outcome.omit({ taskId: true }).shape,
  /** The unified diff that was judged. */
  patch: z.string(),
});
export type PatchOutcome = z.infer<typeof PatchOutcome>;

/** An outcome file read as a whole. */
export const OutcomeReport = z.strictObject({
  outcomes: z.array(Outcome),
  /** Verdicts on patches: they are of every rollout that handed in that very patch. */
  ofPatches: z.array(PatchOutcome).optional(),
  /**
   * True when the report names only the resolved tasks, so that every trajectory or prediction of the same folder or
   * archive that it does not name is unresolved.
   */
  namesOnlyResolved: z.boolean(),
});
export type OutcomeReport = z.infer<typeof OutcomeReport>;
