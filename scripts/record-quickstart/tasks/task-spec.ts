/** The kinds of damage that tasks are made of; each is one stated change of the correct source. */
export type MutationOperator =
  | "off-by-one"
  | "swapped comparison"
  | "wrong constant"
  | "negated condition"
  | "swapped logical operator"
  | "swapped branches"
  | "swapped arguments"
  | "wrong rounding"
  | "wrong side"
  | "wrong sign"
  | "dropped call"
  | "dropped text";

/** One place of damage: `from` is in the correct source exactly once, `to` replaces it. */
export interface Mutation {
  readonly operator: MutationOperator;
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

/** A place worth knowing for a task, as a maintainer would describe it to a newcomer. */
export interface PlaceNote {
  readonly path: string;
  readonly symbol: string;
  readonly about: string;
}

/** A hidden test: each expression must equal its value on the correct source. */
export interface HiddenTest {
  readonly name: string;
  readonly expressions: readonly string[];
}

/** What a person wrote for one bug task; everything else is computed from the repositories. */
export interface TaskSpec {
  readonly number: number;
  readonly title: string;
  /** Prose of the issue; never names a file. */
  readonly prose: string;
  /** Public names that the expressions use. */
  readonly imports: readonly string[];
  /** Example calls shown in the issue, with the expected and the actual value measured. */
  readonly examples: readonly string[];
  readonly hiddenTests: readonly HiddenTest[];
  readonly mutations: readonly Mutation[];
  readonly notes: readonly PlaceNote[];
  /** Message of the commit that brought the bug. */
  readonly commitMessage: string;
}

/** One commit of a repository's history: the files below these paths are added. */
export interface HistoryStep {
  readonly message: string;
  readonly paths: readonly string[];
}

/** A trajectory layout; one per repository, the same in all arms. */
export type LayoutName = "mini-swe-agent" | "swe-agent" | "openhands";

/** One repository with its tasks. */
export interface RepositorySpec {
  readonly name: string;
  readonly version: string;
  readonly layout: LayoutName;
  readonly history: readonly HistoryStep[];
  readonly tasks: readonly TaskSpec[];
}
