import { nameOrNull, objectAt, parsedOrNull, textOrNull, unusedEntries } from "../json-access.ts";
import type { ChatRow } from "./raw.ts";
import { toolDefinition } from "./tool-definition.ts";

/** What the columns of a row say about the run, apart from its messages. */
export interface RowFacts {
  readonly taskId: string | null;
  readonly model: string | null;
  readonly turnLimit: number | null;
  readonly exitStatus: string | null;
  readonly finalPatch: string | null;
  readonly tools: unknown[] | null;
  /** The columns that none of this was read from. */
  readonly others: Record<string, unknown>;
}

/** Reads the columns that the known datasets use; SWE-Gym states model and turn limit in its `run_id`. */
export function rowFacts(row: ChatRow): RowFacts {
  const run = /^(.+?)_maxiter_(\d+)/.exec(textOrNull(row.run_id) ?? "");
  const tools = parsedOrNull(row.tools);
  const taskColumn = firstColumn(row, ["instance_id", "task_id"]);
  const modelColumn = firstColumn(row, ["model", "model_name", "model_name_or_path"]);
  const patchColumn = finalPatchColumn(row);
  const chatColumn = Array.isArray(row.messages) ? "messages" : "trajectory";
  const used = [chatColumn, taskColumn, modelColumn, patchColumn, "exit_status"];
  if (typeof row.agent === "string") used.push("agent");
  if (taskColumn !== null && (typeof row.resolved === "boolean" || row.resolved === 0 || row.resolved === 1))
    used.push("resolved");
  return {
    taskId: taskColumn === null ? null : textOrNull(row[taskColumn]),
    model: modelColumn === null ? (run?.[1] ?? null) : textOrNull(row[modelColumn]),
    turnLimit: Number(run?.[2] ?? 0) || null,
    exitStatus: nameOrNull(row.exit_status),
    finalPatch: textOrNull(patchColumn === null ? objectAt(row.test_result).git_patch : row[patchColumn]),
    tools: Array.isArray(tools) ? tools.map(toolDefinition) : null,
    others: otherColumns(
      row,
      new Set([...used.filter((column) => column !== null), ...(Array.isArray(tools) ? ["tools"] : [])]),
    ),
  };
}

function firstColumn(row: ChatRow, columns: readonly string[]): string | null {
  return columns.find((column) => nameOrNull(row[column]) !== null) ?? null;
}

/**
 * The column with the agent's patch. `patch` is that only where no other column claims to be, and where the row does not
 * also describe its task: beside `base_commit` or `test_patch` it is the reference solution.
 */
function finalPatchColumn(row: ChatRow): string | null {
  const own = ["model_patch", "generated_patch"].find((column) => column in row);
  if (own !== undefined) return own;
  const isElsewhere = typeof objectAt(row.test_result).git_patch === "string";
  return !isElsewhere && "patch" in row && !("base_commit" in row) && !("test_patch" in row) ? "patch" : null;
}

function otherColumns(row: ChatRow, used: ReadonlySet<string>): Record<string, unknown> {
  const others = unusedEntries(row, used);
  if (!("test_result" in others)) return others;
  return { ...others, test_result: unusedEntries(objectAt(others.test_result), new Set(["git_patch"])) };
}
