/** How to choose among the siblings of a task. */
export const siblingOrders = ["shortest", "cheapest", "score"] as const;

/** `shortest`: fewest turns. `cheapest`: least cost, else fewest tokens. `score`: highest mean of the ten metrics. */
export type SiblingOrder = (typeof siblingOrders)[number];

/** Which trajectories are taken of those that their outcome allows. */
export interface TrajectorySelection {
  /** Share of a task's runs that must be resolved, both ends included; null takes every task. */
  readonly passRate: { readonly least: number; readonly most: number } | null;
  /** Which siblings come first; null draws by the seed. */
  readonly best: SiblingOrder | null;
  /** Most accepted, and most rejected, runs of one task; null when there is no limit. With `best` one is accepted unless this says else. */
  readonly maxPerTask: number | null;
  /** The same per repository. */
  readonly maxPerRepo: number | null;
}

/** Takes whatever the outcome allows. */
export const unlimitedSelection: TrajectorySelection = {
  passRate: null,
  best: null,
  maxPerTask: null,
  maxPerRepo: null,
};

/** What the selection did, for the manifest. */
export interface SelectionYield extends TrajectorySelection {
  /** Tasks with a run of known outcome, and those within the band. */
  readonly tasks: number;
  readonly tasksInBand: number;
  /** Runs of known outcome that were resolved and not. */
  readonly resolved: number;
  readonly unresolved: number;
  /** Tasks with an accepted and a rejected run, both clean: those that can make preference pairs. */
  readonly tasksWithBoth: number;
  /** Runs without a verdict, by reason. */
  readonly undecided: Readonly<Record<string, number>>;
}
