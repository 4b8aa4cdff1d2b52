/** Means per task of one measure of effort: seconds, tokens or USD. */
export interface Effort {
  /** Without memory. */
  readonly base: number;
  /** With memory, the step that wrote it left out. */
  readonly run: number;
  /** The step that wrote or updated the memory; null when nobody recorded it. */
  readonly step: number | null;
}

/** What a memory costs or saves. Negative percentages are savings. */
export interface Overhead {
  /** 100 · (run − base) / base. */
  readonly withoutStep: number;
  /** 100 · (run + step − base) / base; null when the step is not recorded. */
  readonly withStep: number | null;
  /** (run + step) / base, of the run alone when the step is not recorded. */
  readonly factor: number;
}

/** Relative overhead of a memory; null when the baseline took nothing. Source: docs/papers.md#overhead. */
export function overheadOf({ base, run, step }: Effort): Overhead | null {
  if (!(base > 0)) return null;
  const whole = run + (step ?? 0);
  const percent = (effort: number): number => (100 * (effort - base)) / base;
  return { withoutStep: percent(run), withStep: step === null ? null : percent(whole), factor: whole / base };
}
