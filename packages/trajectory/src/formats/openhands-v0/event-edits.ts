import type { Edit } from "../../edit.ts";
import { repositoryPath } from "../../repository-path.ts";
import type { Observation } from "../../step.ts";
import { editsOfToolCall } from "../edit-tools/edits-of-tool-call.ts";
import type { UnknownObject } from "../json-access.ts";
import { agentSkillEdits } from "./agent-skill-edits.ts";

/** Where an event's paths are rooted. */
export interface EventPlace {
  /** Folder that is the repository itself, where the run says so; null where the usual roots hold. */
  readonly repository: string | null;
  readonly workingDirectory: string | null;
}

/**
 * The edits that one event asked for. `edit` events carry the editor's arguments; those of the older model-based editor
 * carry `content`. The observation `extras` of a failed edit look like those of a good one, so only its text counts.
 */
export function eventEdits(
  action: string,
  args: UnknownObject,
  observation: Observation | null,
  { repository, workingDirectory }: EventPlace,
): Edit[] {
  const inRepository = (path: string) =>
    repository !== null && path.startsWith(`${repository}/`) ? path.slice(repository.length + 1) : path;
  if (action === "run_ipython") {
    const calls = typeof args.code === "string" ? args.code : "";
    return agentSkillEdits(calls, observation, (path) => repositoryPath(inRepository(path), workingDirectory));
  }
  if (action !== "edit" && action !== "write") return [];
  const placed = typeof args.path === "string" ? { ...args, path: inRepository(args.path) } : args;
  const directory = repository !== null && workingDirectory === repository ? null : workingDirectory;
  if (action === "write") return editsOfToolCall("write_file", placed, observation, directory);
  const isCommand = typeof args.command === "string" && args.command !== "";
  if (isCommand) return editsOfToolCall("str_replace_editor", placed, observation, directory);
  if (typeof args.file_text !== "string") return editsOfToolCall("edit_file", placed, observation, directory);
  return editsOfToolCall("str_replace_editor", { ...placed, command: "create" }, observation, directory);
}
