import type { SourceContext } from "../format.ts";
import type { Giving } from "../gives.ts";
import type { OutcomeReport } from "../outcome.ts";

/** What a form of evaluation result can tell, apart from which tasks were resolved. */
export interface OutcomeGives {
  /** The tasks' ids inside the report; `sometimes`: else the folder's name has it. */
  readonly taskId: Giving;
  /** Which tasks were attempted and not resolved; where not, a task that is not named counts as unresolved. */
  readonly unresolved: Giving;
  /** Why not: an empty patch, one that does not apply, a test that failed. */
  readonly reason: Giving;
  /** Whether it was the run's fault: crashes, time limits and broken environments apart from failed tests. */
  readonly health: Giving;
}

/** Reads one form of evaluation result. A format is a value, never a class. */
export interface OutcomeFormat {
  /** Kebab-case. */
  readonly name: string;
  /** One sentence for people. */
  readonly title: string;
  readonly gives: OutcomeGives;
  /** True when `record` (a JSON value, or a file's whole text) has this form, by a cheap look. Never throws. */
  matches(record: unknown): boolean;
  /** `record` must match. Throws `BAD_RECORD` when it does not say which task it is about. */
  read(record: unknown, source: SourceContext): OutcomeReport;
}
