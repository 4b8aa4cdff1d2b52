import { programEdits } from "../scripts/program-edits.ts";
import type { Dialect } from "../scripts/program-tokens.ts";
import type { Execution } from "../shell/execution.ts";
import type { RunView, ShellEdit, ShellEditor } from "../shell-editor.ts";

/** `python - <<'PY'`, `python -c '…'`, and `python fix.py` where the run wrote `fix.py` itself. */
export const python: ShellEditor = {
  names: [
    "python",
    "python2",
    "python3",
    ...Array.from({ length: 9 }, (_, minor) => `python3.${minor + 6}`),
    "ipython",
    "pypy3",
  ],
  edits: (execution, run) => editsOfProgram(execution, run, "python", /^-\w*c$/, /^-[mWX]$/),
};

/** `node -e '…'`, `node - <<'JS'`, and `node fix.js` where the run wrote `fix.js` itself. */
export const node: ShellEditor = {
  names: ["node", "nodejs", "deno", "bun"],
  edits: (execution, run) =>
    editsOfProgram(
      execution,
      run,
      "javascript",
      /^(?:-\w*[ep]|--eval|--print|eval)$/,
      /^(?:-r|--require|--import|--loader)$/,
    ),
};

function editsOfProgram(
  { argv, stdin, stdinPath, directory }: Execution,
  run: RunView,
  dialect: Dialect,
  codeOption: RegExp,
  valueOption: RegExp,
): readonly ShellEdit[] {
  const words = argv.slice(1);
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? null;
    if (word === null) return [];
    if (codeOption.test(word)) {
      const code = words[at + 1] ?? null;
      return code === null ? [] : programEdits(code, dialect, words.slice(at + 2));
    }
    if (word === "-m") return [];
    if (valueOption.test(word)) at += 1;
    else if (word === "-" || word === "/dev/stdin")
      return stdin === null ? [] : programEdits(stdin, dialect, words.slice(at + 1));
    else if (!word.startsWith("-") && !(word === "run" && dialect === "javascript")) {
      const text = run.textOf(word, directory);
      return text === null ? [] : programEdits(text, dialect, words.slice(at + 1));
    }
  }
  const code = stdin ?? (stdinPath === null ? null : run.textOf(stdinPath, directory));
  return code === null ? [] : programEdits(code, dialect);
}
