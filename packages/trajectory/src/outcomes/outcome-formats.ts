import { darsEvaluation } from "./formats/dars-evaluation.ts";
import { evaluatedPrediction } from "./formats/evaluated-prediction.ts";
import { harnessInstance } from "./formats/harness-instance.ts";
import { harnessSummary } from "./formats/harness-summary.ts";
import { openHandsMarkdown } from "./formats/openhands-markdown.ts";
import { statusLists } from "./formats/status-lists.ts";
import { sweSmithInstance } from "./formats/swe-smith-instance.ts";
import { sweSmithSummary } from "./formats/swe-smith-summary.ts";
import type { OutcomeFormat } from "./outcome-format.ts";

/** Every form of evaluation result that is read, most specific first. */
export const outcomeFormats = [
  harnessSummary,
  sweSmithSummary,
  statusLists,
  sweSmithInstance,
  harnessInstance,
  evaluatedPrediction,
  darsEvaluation,
  openHandsMarkdown,
] as const;

/** The format of an evaluation result (a JSON value, or a file's whole text); null when it is none. */
export function sniffOutcomeReport(record: unknown): OutcomeFormat | null {
  return outcomeFormats.find((format) => format.matches(record)) ?? null;
}
