import type { Execution } from "@memop/trajectory";
import type { Action } from "./action.ts";

const offline =
  /could not resolve (?:host|proxy)|temporary failure in name resolution|name or service not known|network is unreachable|connection (?:refused|timed out|reset)|failed to connect|unable to (?:resolve|access|connect)|no matching distribution found|could not find a version that satisfies|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|max retries exceeded|the requested URL returned error|\b40[34]:? (?:not found|forbidden)|^404 page/im;

/** Statuses of commands that were cut off while they worked: by `timeout`, by a kill, by a pipe that closed. */
const cutOff: ReadonlySet<number> = new Set([124, 137, 141]);

/**
 * True when the reply says that a command did nothing: a failing status where it is this command's, an error in its name, or
 * no network. What failed has read nothing. A command without any reply is taken to have worked.
 */
export function hasFailed(action: Action, execution: Execution): boolean {
  const { reply, exitCode } = action;
  const name = execution.argv[0] ?? "";
  const isGit = name === "git";
  const errors = isGit ? (reply.match(/^(?:fatal|error): |^No stash entries found/gm)?.length ?? 0) : 0;
  const status = exitCode !== null && execution.isLast && !cutOff.has(exitCode) ? exitCode : 0;
  // Status 1 with output is `git diff --exit-code` that found differences.
  if (status > 1 || (status === 1 && !(isGit && errors === 0 && reply.trim() !== ""))) return true;
  if (new RegExp(String.raw`^.*\b${escaped(name)}: (?:command )?not found`, "m").test(reply)) return true;
  if (!isGit) return offline.test(reply);
  return errors > 0 && errors >= action.executions.filter(({ argv }) => argv[0] === "git").length;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
