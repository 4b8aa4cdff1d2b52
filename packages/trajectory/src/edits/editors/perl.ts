import { substitutionAt } from "../scripts/substitution.ts";
import type { ShellEdit, ShellEditor } from "../shell-editor.ts";

/** `perl -pi -e` and `ruby -pi -e`: every file after the script is changed in place. */
export const perl: ShellEditor = {
  names: ["perl", "ruby"],
  edits({ argv }) {
    let isInPlace = false;
    const scripts: string[] = [];
    const files: string[] = [];
    for (let at = 1; at < argv.length; at += 1) {
      const arg = argv[at] ?? null;
      if (arg === null) continue;
      if (!/^-./.test(arg)) {
        files.push(arg);
        continue;
      }
      const letters = /^-(?:0(?:\d{1,3}|x[\da-fA-F]+)?|[a-zA-Z])+/.exec(arg)?.[0] ?? "";
      isInPlace ||= /^-[a-hj-zA-Z0-9]*i/.test(letters);
      if (/[eE]$/.test(arg) && !/^-i/.test(arg)) {
        const script = argv[at + 1];
        if (typeof script === "string") scripts.push(script);
        at += 1;
      }
    }
    if (!isInPlace || scripts.length === 0) return [];
    // With -0 the whole file is one line.
    const isSlurped = argv.some((arg) => /^-\w*0/.test(arg ?? ""));
    const changes = scripts.flatMap((script) => substitutions(script, isSlurped));
    const known: readonly PerlChange[] = changes.length === 0 ? [{}] : changes;
    return files.flatMap((path) => known.map((change) => ({ path, kind: "modify" as const, ...change })));
  },
};

type PerlChange = Pick<ShellEdit, "oldText" | "newText" | "isOncePerLine" | "isAnchored">;

function substitutions(script: string, isSlurped: boolean): PerlChange[] {
  const found: PerlChange[] = [];
  for (const { index } of script.matchAll(/(?<![\w$@%])s(?=[^\w\s\\;=,)])/g)) {
    const substitution = substitutionAt(script.slice(index), true);
    if (substitution === null) continue;
    const { oldText, newText, isOncePerLine, isAnchored } = substitution;
    const which = isAnchored || (isOncePerLine && isSlurped) ? { isAnchored: true } : {};
    found.push({ oldText, newText, ...(isOncePerLine && !isSlurped ? { isOncePerLine } : {}), ...which });
  }
  return found;
}
