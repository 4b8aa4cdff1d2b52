import { embeddedOutcome } from "../../formats/evaluation-outcome.ts";
import { isObject, objectAt } from "../../formats/json-access.ts";
import type { OutcomeFormat } from "../outcome-format.ts";

/** A prediction with its verdict beside it (`preds.swebench_eval.jsonl`): `instance_id` and `report.resolved`. */
export const evaluatedPrediction: OutcomeFormat = {
  name: "evaluated-prediction",
  title: "prediction row that carries its evaluation report",
  gives: { taskId: "yes", unresolved: "yes", reason: "sometimes", health: "sometimes" },
  matches(record) {
    if (!isObject(record) || typeof record.instance_id !== "string") return false;
    if ("history" in record || "messages" in record || "trajectory" in record) return false;
    return typeof objectAt(record, "report").resolved === "boolean";
  },
  read(record) {
    const taskId = isObject(record) && typeof record.instance_id === "string" ? record.instance_id : null;
    const outcome = embeddedOutcome(taskId, undefined, objectAt(record, "report"));
    return { outcomes: outcome === null ? [] : [outcome], namesOnlyResolved: false };
  },
};
