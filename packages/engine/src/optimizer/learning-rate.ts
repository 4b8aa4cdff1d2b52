/** How the learning rate goes over a training. */
export interface Schedule {
  /** Highest learning rate. */
  readonly peak: number;
  readonly warmupSteps: number;
  readonly totalSteps: number;
  readonly shape: "constant" | "linear" | "cosine";
}

/**
 * The learning rate of a step, counted from 0: up in a line during the warm-up, then constant, or down to 0 at the end.
 *
 * As transformers' schedules of the same names: with a warm-up the first step has rate 0.
 * Source: docs/papers.md#learning-rate-schedule.
 */
export function learningRate({ peak, warmupSteps, totalSteps, shape }: Schedule, step: number): number {
  if (step < warmupSteps) return (peak * step) / warmupSteps;
  const progress = Math.min(1, (step - warmupSteps) / Math.max(1, totalSteps - warmupSteps));
  switch (shape) {
    case "constant":
      return peak;
    case "linear":
      return peak * (1 - progress);
    case "cosine":
      return peak * 0.5 * (1 + Math.cos(Math.PI * progress));
  }
}
