import { isObject } from "../json-access.ts";
import { sourceNames } from "../source-name.ts";

/** What a file of a trial holds. `other`: a recording of the terminal, whose text the log has too. */
export type MemberKind = "result" | "commands" | "log" | "other";

/** `<task>.<i>-of-<n>`, with the run's name behind it in newer versions. */
const trialName = /^.+\.\d+-of-\d+(?:\..+)?$/;

/** True for the result of one trial. */
export function isResult(record: unknown): record is Readonly<Record<string, unknown>> {
  return (
    isObject(record) && typeof record.task_id === "string" && "is_resolved" in record && "parser_results" in record
  );
}

/** The folder of the trial that a file lies in; null when there is none. */
export function trialFolderOf(path: string): string | null {
  return (
    sourceNames(path)
      .slice(0, -1)
      .findLast((name) => trialName.test(name)) ?? null
  );
}

/** What a file of a trial is; null when it is none of Terminal-Bench's. */
export function memberKind(record: unknown, path: string): MemberKind | null {
  if (isResult(record)) return "result";
  if (trialFolderOf(path) === null) return null;
  const name = sourceNames(path).at(-1) ?? "";
  if (name === "commands.txt" && typeof record === "string") return "commands";
  if (name === "agent.log" && typeof record === "string") return "log";
  return /^(?:tests\.log|post-agent\.txt|post-test\.txt|pre-agent\.txt)$/.test(name) || name.endsWith(".cast")
    ? "other"
    : null;
}
