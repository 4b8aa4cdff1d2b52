import { MemopError, openTableFile } from "@memop/core";
import { failurePatterns } from "./failure-patterns.ts";
import type { Failure } from "./read-failures.ts";

/** Column that says: looked at, and no pattern fits. */
const noneColumn = "none";

const patternNames = failurePatterns.map(({ name }) => name as string);

/** Labels that a person gave one run, by pattern; every pattern has one. */
export interface HumanLabels {
  readonly trajectoryId: string;
  readonly labels: Readonly<Record<string, boolean>>;
}

/** A label sheet that was filled in. */
export interface LabelSheet {
  readonly labelled: readonly HumanLabels[];
  /** Rows with no mark at all: not looked at yet. */
  readonly blank: number;
}

/**
 * A sheet for people to label failures: one row each, an empty column per pattern, `none` for "no pattern fits", and `notes`. What
 * the rules say is not in it, so that it is labelled blind.
 */
export function labelSheet(failures: readonly Failure[]): string {
  const head = [
    "trajectory_id",
    "task_id",
    "repo",
    "condition",
    "agent",
    "turns",
    "source",
    ...patternNames,
    noneColumn,
    "notes",
  ];
  const rows = failures.map(({ trajectoryId, taskId, repo, condition, agent, turns, source }) => [
    trajectoryId,
    taskId,
    repo,
    condition,
    agent,
    String(turns),
    source,
    ...patternNames.map(() => ""),
    "",
    "",
  ]);
  return `${[head, ...rows].map((cells) => cells.map(csvCell).join(",")).join("\r\n")}\r\n`;
}

/**
 * Reads a label sheet back. A mark is `1`, `x`, `yes` or `true`; `0`, `no`, `false` or nothing says no. Throws `BAD_INPUT`, naming the
 * line, for any other mark, a missing column, and a row that marks both a pattern and `none`.
 */
export async function readLabelSheet(path: string): Promise<LabelSheet> {
  const file = await openTableFile(path);
  const missing = ["trajectory_id", ...patternNames].filter((name) => !file.columns.includes(name));
  if (missing.length > 0) {
    throw new MemopError("BAD_INPUT", `${path} is no label sheet: it lacks the column ${missing.join(", ")}`, {
      hint: "make one with memop study failures WS --sample 50 --out SHEET.csv",
    });
  }
  const labelled: HumanLabels[] = [];
  let blank = 0;
  for await (const each of file.read()) {
    if ("problem" in each) throw new MemopError("BAD_INPUT", `${path}, line ${each.at}: ${each.problem}`);
    const { row, at } = each;
    const marks = Object.fromEntries(
      [...patternNames, noneColumn].map((name) => [name, markOf(row[name], `${path}, line ${at}, column ${name}`)]),
    );
    const isNone = marks[noneColumn] === true;
    const labels = Object.fromEntries(patternNames.map((name) => [name, marks[name] === true]));
    const isMarked = Object.values(labels).includes(true);
    if (isNone && isMarked) {
      throw new MemopError("BAD_INPUT", `${path}, line ${at} marks "${noneColumn}" and a pattern`, {
        hint: "leave one of them empty",
      });
    }
    const saysNo = patternNames.some((name) => marks[name] === false);
    if (!isNone && !isMarked && !saysNo) blank += 1;
    else labelled.push({ trajectoryId: String(row.trajectory_id), labels });
  }
  return { labelled, blank };
}

/** Null when the cell is empty. */
function markOf(value: unknown, place: string): boolean | null {
  const text = String(value ?? "")
    .trim()
    .toLowerCase();
  if (text === "") return null;
  if (["1", "x", "yes", "y", "true"].includes(text)) return true;
  if (["0", "no", "n", "false", "-"].includes(text)) return false;
  throw new MemopError("BAD_INPUT", `${place}: "${text}" is no mark`, { hint: "marks: x, 1, yes; 0, no or nothing" });
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
