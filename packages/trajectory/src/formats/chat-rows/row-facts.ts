import { nameOrNull, objectAt, parsedOrNull, textOrNull } from "../json-access.ts";
import type { ChatRow } from "./raw.ts";

/** What the columns of a row say about the run, apart from its messages. */
export interface RowFacts {
  readonly taskId: string | null;
  readonly model: string | null;
  readonly turnLimit: number | null;
  readonly exitStatus: string | null;
  readonly finalPatch: string | null;
  readonly tools: unknown[] | null;
}

/** Reads the columns that the known datasets use; SWE-Gym states model and turn limit in its `run_id`. */
export function rowFacts(row: ChatRow): RowFacts {
  const run = /^(.+?)_maxiter_(\d+)/.exec(textOrNull(row.run_id) ?? "");
  const tools = parsedOrNull(row.tools);
  return {
    taskId: nameOrNull(row.instance_id) ?? nameOrNull(row.task_id),
    model:
      nameOrNull(row.model) ?? nameOrNull(row.model_name) ?? nameOrNull(row.model_name_or_path) ?? run?.[1] ?? null,
    turnLimit: run?.[2] === undefined ? null : Number(run[2]) || null,
    exitStatus: nameOrNull(row.exit_status),
    finalPatch:
      textOrNull(row.model_patch) ??
      textOrNull(row.patch) ??
      textOrNull(row.generated_patch) ??
      textOrNull(objectAt(row.test_result).git_patch),
    tools: Array.isArray(tools) ? [...tools] : null,
  };
}

/** Columns that `rowFacts`, the outcome and the messages are read from; the others are kept in `extra`. */
export const usedColumns: ReadonlySet<string> = new Set([
  "messages",
  "instance_id",
  "task_id",
  "model",
  "model_name",
  "model_name_or_path",
  "exit_status",
  "model_patch",
  "patch",
  "generated_patch",
  "tools",
  "resolved",
]);
