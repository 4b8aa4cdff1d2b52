import type { ShellEditor } from "../shell-editor.ts";
import { patchEdits } from "./patch-edits.ts";

/** `patch -p1 < fix.diff`, `patch -p1 <<'EOF'`, `patch -i fix.diff`, `patch file.py fix.diff`. */
export const patch: ShellEditor = {
  names: ["patch"],
  edits({ argv, stdin, stdinPath, directory }, run) {
    const words = argv.slice(1).filter((arg) => arg !== null);
    if (words.some((word) => word === "--dry-run" || word === "-C")) return [];
    const input = words.findIndex((word) => word === "-i" || word === "--input");
    const named = /^(?:--input=|-i(?=.))(.*)/.exec(words.find((word) => /^(?:--input=|-i.)/.test(word)) ?? "")?.[1];
    const operands = words.filter(
      (word, at) => !word.startsWith("-") && !/^-[idpoBFVDrgz]$|^--input$/.test(words[at - 1] ?? ""),
    );
    const [target, second] = operands;
    const file = input === -1 ? (named ?? second ?? stdinPath) : (words[input + 1] ?? null);
    const diff = stdin ?? (file == null ? null : run.textOf(file, directory));
    if (diff === null) return target === undefined ? [] : [{ path: target, kind: "modify" }];
    const isReverse = words.some((word) => /^-[A-Za-z]*R/.test(word) || word === "--reverse");
    const edits = patchEdits(diff).map((edit) => (isReverse ? { path: edit.path, kind: "revert" as const } : edit));
    // A file named on the command line is what is patched, whatever the diff's headers say.
    return target === undefined ? edits : edits.map((edit) => ({ ...edit, path: target }));
  },
};
