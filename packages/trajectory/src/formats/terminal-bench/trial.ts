import { isObject } from "../json-access.ts";
import { sourceNames } from "../source-name.ts";

/** What a file of a trial holds. `other`: a recording of the terminal, whose text the log has too. */
export type MemberKind = "result" | "commands" | "log" | "prompt" | "response" | "request" | "other";

/** `<task>.<i>-of-<n>`, with the run's name behind it in newer versions. */
const trialName = /^.+\.\d+-of-\d+(?:\..+)?$/;

/** True for the result of one trial. */
export function isResult(record: unknown): record is Readonly<Record<string, unknown>> & { readonly task_id: string } {
  return (
    isObject(record) && typeof record.task_id === "string" && "is_resolved" in record && "parser_results" in record
  );
}

/** The folder of the trial that a file lies in: its path, and its name; null when there is none. */
export function trialFolderOf(path: string): { readonly path: string; readonly name: string } | null {
  const names = sourceNames(path).slice(0, -1);
  const at = names.findLastIndex((name) => trialName.test(name));
  return at === -1 ? null : { path: names.slice(0, at + 1).join("/"), name: names[at] as string };
}

/**
 * The folder of a trial, `<run>/<task>/<trial>`, also for a trial that the results of its run list: names of trials alone
 * repeat from run to run. Null when a record names no trial.
 */
export function groupOfTrial(record: unknown, path: string): string | null {
  const folder = trialFolderOf(path);
  if (folder !== null) return folder.path;
  if (!isResult(record) || typeof record.trial_name !== "string") return null;
  return [...sourceNames(path).slice(0, -1), record.task_id, record.trial_name].join("/");
}

/** The agent and the model that the folder of a submission to the leaderboard names: `20250825_goose_claude-4-sonnet`. */
export function submissionOf(path: string): { readonly agent: string; readonly model: string } | null {
  for (const name of sourceNames(path).slice(0, -1)) {
    const [, agent, model] = /^\d{8}_([^_]+)_([^_]\S*)$/.exec(name) ?? [];
    if (agent !== undefined && model !== undefined) return { agent, model };
  }
  return null;
}

/** What a file of a trial is; null when it is none of Terminal-Bench's. */
export function memberKind(record: unknown, path: string): MemberKind | null {
  if (isResult(record)) return "result";
  if (trialFolderOf(path) === null) return null;
  const name = sourceNames(path).at(-1) ?? "";
  const isText = typeof record === "string";
  if (name === "commands.txt" && isText) return "commands";
  if (name === "agent.log" && isText) return "log";
  if (/\/agent-logs\/episode-\d+\/[^/]+$/.test(sourceNames(path).join("/"))) return episodeKind(name, record);
  if (name.endsWith(".cast")) return "other";
  return isText && /^(?:tests\.log|post-agent\.txt|post-test\.txt|pre-agent\.txt)$/.test(name) ? "other" : null;
}

/** What a file of one of Terminus' model calls is. */
function episodeKind(name: string, record: unknown): MemberKind | null {
  const isText = typeof record === "string";
  if (name === "prompt.txt" && isText) return "prompt";
  if (/^response\.(?:txt|json)$/.test(name) && (isText || isObject(record))) return "response";
  return name === "debug.json" && isObject(record) ? "request" : null;
}
