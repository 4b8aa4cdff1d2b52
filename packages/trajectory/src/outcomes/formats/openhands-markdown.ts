import type { OutcomeFormat } from "../outcome-format.ts";
import { reportOfLists, type Verdict } from "../verdicts.ts";

/** Headings of the report, most telling first. `Incomplete Instances` are tasks without a prediction. */
const headings: readonly (readonly [Verdict, string])[] = [
  ["resolved", "Resolved Instances"],
  ["empty-patch", "Empty Patch Instances"],
  ["evaluation-error", "Error Instances"],
  ["unresolved", "Unresolved Instances"],
];

/** OpenHands `output.swebench_eval.md` (also its `README.md`): a Markdown list of ids per status. */
export const openHandsMarkdown: OutcomeFormat = {
  name: "openhands-markdown",
  title: "OpenHands evaluation report in Markdown",
  gives: { taskId: "yes", unresolved: "yes", reason: "sometimes", health: "sometimes" },
  matches(record) {
    return typeof record === "string" && /^## Resolved Instances\s*$/m.test(record);
  },
  read(record) {
    const sections = typeof record === "string" ? record.split(/^## +/m) : [];
    const idsUnder = (heading: string) =>
      sections
        .filter((section) => section.startsWith(heading))
        .flatMap((section) => [...section.matchAll(/^[-*] +(?:\[([^\]]+)\]|(\S+))/gm)])
        .map(([, linked, plain]) => linked ?? plain);
    return reportOfLists(headings.map(([verdict, heading]) => [verdict, idsUnder(heading)]));
  },
};
