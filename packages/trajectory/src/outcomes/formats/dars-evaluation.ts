import { isObject } from "../../formats/json-access.ts";
import type { PatchOutcome } from "../../outcome.ts";
import type { OutcomeFormat } from "../outcome-format.ts";
import { outcomeOfVerdict, type Verdict } from "../verdicts.ts";

/**
 * `overall_evaluation_results.json` of DARS-Agent: what the harness printed for each patch that a tree handed in. It names no
 * task: a verdict is of the branch with that patch.
 */
export const darsEvaluation: OutcomeFormat = {
  name: "dars-evaluation",
  title: "DARS-Agent's evaluation of each patch of a tree (overall_evaluation_results.json)",
  gives: { taskId: "no", unresolved: "yes", reason: "sometimes", health: "sometimes" },
  matches: (record) => Array.isArray(record) && record.length > 0 && record.every(isEvaluation),
  read(record) {
    const ofPatches = (Array.isArray(record) ? record.filter(isEvaluation) : []).map(patchOutcome);
    return { outcomes: [], ofPatches, namesOnlyResolved: false };
  },
};

interface Evaluation {
  readonly run_id: string;
  readonly output: string;
  readonly status: string;
  readonly content: string;
}

function isEvaluation(value: unknown): value is Evaluation {
  return isObject(value) && ["run_id", "output", "status", "content"].every((key) => typeof value[key] === "string");
}

function patchOutcome({ output, status, content }: Evaluation): PatchOutcome {
  const { taskId: _, ...verdict } = outcomeOfVerdict("", verdictOf(output, status));
  return { ...verdict, patch: content };
}

/** The harness was run on one patch; a line counts it. Where no line does, the evaluation broke, not the run. */
function verdictOf(output: string, status: string): Verdict {
  const counted = lines.find(([words]) => new RegExp(`^${words}: [1-9]`, "m").test(output));
  if (counted !== undefined) return counted[1];
  return status === "timeout" ? "test-timeout" : "infra-failure";
}

const lines: readonly (readonly [string, Verdict])[] = [
  ["Instances resolved", "resolved"],
  ["Instances with empty patches", "empty-patch"],
  ["Instances with errors", "evaluation-error"],
  ["Instances unresolved", "unresolved"],
];
