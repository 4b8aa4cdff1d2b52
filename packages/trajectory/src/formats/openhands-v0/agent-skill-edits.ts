import type { Edit } from "../../edit.ts";
import type { Observation } from "../../step.ts";
import { type PythonCall, pythonCalls } from "./python-calls.ts";

/** The editing functions of OpenHands' first agents, which they called from IPython. Keys: names of path, old and new text. */
const skills: Readonly<
  Record<
    string,
    { readonly kind: Edit["kind"]; readonly oldText?: string; readonly newText?: string; readonly newAt?: number }
  >
> = {
  create_file: { kind: "create" },
  edit_file_by_replace: { kind: "modify", oldText: "to_replace", newText: "new_content", newAt: 2 },
  edit_file_by_line: { kind: "modify", newText: "new_content", newAt: 3 },
  edit_file: { kind: "modify", newText: "content", newAt: 3 },
  insert_content_at_line: { kind: "modify", newText: "content", newAt: 2 },
  append_file: { kind: "modify", newText: "content", newAt: 1 },
};

/**
 * The edits that the code of a `run_ipython` action asked for by calling agent skills. All share the one reply: it tells
 * refusals (`introduced new syntax error`, `No exact match`, `ERROR`, a traceback), so they succeed or fail together. `placed` makes a path relative to the repository.
 */
export function agentSkillEdits(
  code: string,
  observation: Observation | null,
  placed: (path: string) => string,
): Edit[] {
  const succeeded = observation !== null && observation.isError !== true && !isRefusal(observation.content);
  return pythonCalls(code, Object.keys(skills)).flatMap((call) => skillEdit(call, succeeded, placed));
}

function skillEdit(
  { name, positional, keywords }: PythonCall,
  succeeded: boolean,
  placed: (path: string) => string,
): Edit[] {
  const path = keywords.file_name ?? keywords.filename ?? keywords.path ?? positional[0] ?? null;
  const skill = skills[name];
  if (skill === undefined || path === null || path === "") return [];
  const { kind, oldText, newText, newAt } = skill;
  return [
    {
      path: placed(path),
      kind,
      oldPath: null,
      oldText: oldText === undefined ? null : (keywords[oldText] ?? positional[1] ?? null),
      newText: newText === undefined ? "" : (keywords[newText] ?? positional[newAt ?? 0] ?? null),
      succeeded,
      via: "tool",
      functions: [],
    },
  ];
}

function isRefusal(reply: string): boolean {
  return /^\s*\[?(?:Your proposed edit has introduced|No exact match|ERROR|Invalid|File .* already exists)|^Traceback|^-{20,}/im.test(
    reply.slice(0, 2000),
  );
}
