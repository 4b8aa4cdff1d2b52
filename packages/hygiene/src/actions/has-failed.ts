import type { Execution } from "@memop/trajectory";
import type { Action } from "./action.ts";

const offline =
  /could not resolve (?:host|proxy)|temporary failure in name resolution|name or service not known|network is unreachable|connection (?:refused|timed out|reset)|failed to connect|unable to (?:resolve|access|connect)|no matching distribution found|could not find a version that satisfies|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|max retries exceeded|the requested URL returned error|\b40[34]:? (?:not found|forbidden)|^404 page/im;

/**
 * True when the reply says that a command did nothing: a failing status where it is this command's, an error in its name, or
 * no network. What failed has read nothing. A command without any reply is taken to have worked.
 */
export function hasFailed(action: Action, execution: Execution): boolean {
  if (action.exitCode !== null && action.exitCode !== 0 && execution.isLast) return true;
  const name = execution.argv[0] ?? "";
  const { reply } = action;
  if (new RegExp(String.raw`^.*\b${escaped(name)}: (?:command )?not found`, "m").test(reply)) return true;
  if (name !== "git") return offline.test(reply);
  const errors = reply.match(/^(?:fatal|error): |^No stash entries found/gm)?.length ?? 0;
  return errors > 0 && errors >= action.executions.filter(({ argv }) => argv[0] === "git").length;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
