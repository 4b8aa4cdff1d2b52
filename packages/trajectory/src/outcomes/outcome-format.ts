import type { SourceContext } from "../format.ts";
import type { OutcomeReport } from "../outcome.ts";

/** Reads one form of evaluation result. A format is a value, never a class. */
export interface OutcomeFormat {
  /** Kebab-case. */
  readonly name: string;
  /** One sentence for people. */
  readonly title: string;
  /** True when `record` (a JSON value, or a file's whole text) has this form, by a cheap look. Never throws. */
  matches(record: unknown): boolean;
  /** `record` must match. Throws `BAD_RECORD` when it does not say which task it is about. */
  read(record: unknown, source: SourceContext): OutcomeReport;
}
