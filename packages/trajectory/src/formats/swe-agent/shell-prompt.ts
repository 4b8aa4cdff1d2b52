import type { Edit } from "../../edit.ts";
import type { WindowState } from "./windowed-edits.ts";

/** What SWE-agent's prompt at a reply's end says: `(Open file: /x/a.py)`, `(Current directory: /x)`, `bash-$`. */
export function promptState(reply: string): WindowState {
  const tail = reply.slice(-1000);
  // Looked for before they are read: this runs over every reply, and most have neither.
  const openFile = tail.includes("(Open file: ") ? /\(Open file: (.+?)\)/.exec(tail)?.[1] : null;
  const workingDirectory = tail.includes("(Current directory: ")
    ? /\(Current directory: (.+?)\)/.exec(tail)?.[1]
    : null;
  return { openFile: openFile === "n/a" ? null : (openFile ?? null), workingDirectory: workingDirectory ?? null };
}

/** The folder that the shell starts in, which is the repository's root, whatever it is called; null when none is shown. */
export function promptRoot(replies: Iterable<string>): string | null {
  for (const reply of replies) {
    const { workingDirectory } = promptState(reply);
    if (workingDirectory !== null) return workingDirectory.replace(/(?<=.)\/$/, "");
  }
  return null;
}

/** An edit with its path taken from a root that is known, instead of from the folder of its step. */
export function underRoot(edit: Edit, workingDirectory: string | null, root: string | null): Edit {
  if (root === null || !root.startsWith("/")) return edit;
  const base = (workingDirectory ?? root).replace(/\/$/, "");
  const whole = edit.path.startsWith("/") ? edit.path : `${base}/${edit.path}`;
  const prefix = root === "/" ? root : `${root}/`;
  return whole.startsWith(prefix) ? { ...edit, path: whole.slice(prefix.length) } : edit;
}
