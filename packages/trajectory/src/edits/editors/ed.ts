import { substitutionAt } from "../scripts/substitution.ts";
import type { EditPlace, ShellEdit, ShellEditor } from "../shell-editor.ts";

type EdChange = Pick<ShellEdit, "oldText" | "newText"> & EditPlace;

/** `ed file` and `ex file` with a script on standard input that writes the file. */
export const ed: ShellEditor = {
  names: ["ed", "ex", "red"],
  edits({ argv, stdin }) {
    const path = argv.slice(1).find((arg) => arg !== null && !arg.startsWith("-") && !arg.startsWith("+"));
    if (path == null || stdin === null || !/^\s*(?:\d*,?\$?)?(?:w|wq|x)!?(?:\s.*)?$/m.test(stdin)) return [];
    const changes = edChanges(stdin);
    const known: readonly EdChange[] = changes.length === 0 ? [{}] : changes;
    return known.map((change) => ({ path, kind: "modify", ...change }));
  },
};

function edChanges(script: string): EdChange[] {
  const changes: EdChange[] = [];
  const lines = script.split("\n");
  for (let at = 0; at < lines.length; at += 1) {
    const [, from, to, command, rest = ""] =
      /^\s*(\d+|\/[^/]*\/|[.$%])?(?:,(\d+|\$))?\s*([aicdsg])(.*)$/.exec(lines[at] as string) ?? [];
    if (command === undefined) continue;
    const first = Number(from);
    const place =
      Number.isInteger(first) && first > 0 ? { lines: { from: first, to: Math.max(first, Number(to) || first) } } : {};
    if (command === "s" || command === "g") {
      const substitution = substitutionAt(command === "s" ? `s${rest}` : rest.slice(rest.lastIndexOf("/s/") + 1));
      if (substitution !== null)
        changes.push({ oldText: substitution.oldText, newText: substitution.newText, ...place });
    } else if (command === "d") changes.push({ oldText: null, newText: null, how: "remove", ...place });
    else {
      const end = lines.indexOf(".", at + 1);
      const how = command === "a" ? "after" : command === "i" ? "before" : "replace";
      const newText = lines.slice(at + 1, end === -1 ? undefined : end).join("\n");
      changes.push({ oldText: null, newText, how, ...place });
      if (end === -1) break;
      at = end;
    }
  }
  return changes;
}
