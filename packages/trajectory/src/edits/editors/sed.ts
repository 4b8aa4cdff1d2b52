import { type SedChange, sedChanges } from "../scripts/sed-script.ts";
import type { ShellEditor } from "../shell-editor.ts";

/** `sed -i`: one edit per file and changing command. */
export const sed: ShellEditor = {
  names: ["sed", "gsed"],
  edits({ argv, directory }, run) {
    const { isInPlace, isExtended, scripts, files } = sedOptions(argv.slice(1), (path) => run.textOf(path, directory));
    if (!isInPlace) return [];
    const script = scripts.every((each) => each !== null) ? scripts.join("\n") : null;
    const changes = script === null ? [] : sedChanges(script, isExtended);
    // A script that cannot be read changes something all the same.
    const known: readonly SedChange[] = changes.length === 0 && !isReadOnly(script) ? [{}] : changes;
    return files.flatMap((path) => known.map((change) => ({ path, kind: "modify" as const, ...change })));
  },
};

function sedOptions(args: readonly (string | null)[], textOf: (path: string) => string | null) {
  let isInPlace = false;
  let isExtended = false;
  const scripts: (string | null)[] = [];
  const operands: (string | null)[] = [];
  const rest = [...args];
  const next = () => rest.shift() ?? null;
  while (rest.length > 0) {
    const arg = next();
    if (arg === null || !arg.startsWith("-") || arg === "-") {
      operands.push(arg);
      continue;
    }
    const letters = /^-([a-zA-Z]*)/.exec(arg)?.[1] ?? "";
    const place = letters.search(/[iI]/);
    isExtended ||= arg === "--regexp-extended" || /[Er]/.test(letters);
    if (arg.startsWith("--in-place")) isInPlace = true;
    else if (arg.startsWith("--expression=")) scripts.push(arg.slice("--expression=".length));
    else if (arg === "--expression") scripts.push(next());
    else if (arg === "-f" || arg === "--file") scripts.push(textOf(next() ?? ""));
    else if (place !== -1) {
      isInPlace = true;
      // BSD's sed takes the suffix as a word of its own: `-i ''`.
      if (place === letters.length - 1 && rest[0] === "") next();
    } else if (!arg.startsWith("--") && letters.endsWith("e")) scripts.push(next());
  }
  if (scripts.length === 0) scripts.push(operands.shift() ?? null);
  return { isInPlace, isExtended, scripts, files: operands.filter((path) => path !== null && path !== "") as string[] };
}

function isReadOnly(script: string | null): boolean {
  return script !== null && /^\s*[\d,$]*\s*[pq=]\s*$/.test(script);
}
