import { type SedChange, sedChanges } from "../scripts/sed-script.ts";
import type { ShellEditor } from "../shell-editor.ts";

/** `sed -i`: one edit per file and changing command. */
export const sed: ShellEditor = {
  names: ["sed", "gsed"],
  edits({ argv, directory }, run) {
    const { isInPlace, scripts, files } = sedOptions(argv.slice(1), (path) => run.textOf(path, directory));
    if (!isInPlace) return [];
    const script = scripts.every((each) => each !== null) ? scripts.join("\n") : null;
    const changes = script === null ? [] : sedChanges(script);
    // A script that cannot be read changes something all the same.
    const known: readonly SedChange[] = changes.length === 0 && !isReadOnly(script) ? [{}] : changes;
    return files.flatMap((path) => known.map((change) => ({ path, kind: "modify" as const, ...change })));
  },
};

function sedOptions(args: readonly (string | null)[], textOf: (path: string) => string | null) {
  let isInPlace = false;
  const scripts: (string | null)[] = [];
  const operands: (string | null)[] = [];
  let hasScript = false;
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? null;
    if (arg === null || !arg.startsWith("-") || arg === "-") {
      operands.push(arg);
      continue;
    }
    if (/^--in-place/.test(arg)) isInPlace = true;
    else if (arg.startsWith("--expression=")) [hasScript] = [true, scripts.push(arg.slice(13))];
    else if (arg === "--expression" || arg === "-e") [hasScript] = [true, scripts.push(args[(at += 1)] ?? null)];
    else if (arg === "-f" || arg === "--file") [hasScript] = [true, scripts.push(textOf(args[(at += 1)] ?? ""))];
    else if (!arg.startsWith("--")) {
      const letters = /^-([a-zA-Z]*)/.exec(arg)?.[1] ?? "";
      const place = letters.search(/[iI]/);
      isInPlace ||= place !== -1;
      // BSD's sed takes the suffix as a word of its own: `-i ''`.
      if (place !== -1 && place === letters.length - 1 && args[at + 1] === "") at += 1;
      if (place === -1 && letters.endsWith("e")) [hasScript] = [true, scripts.push(args[(at += 1)] ?? null)];
    }
  }
  if (!hasScript) scripts.push(operands.shift() ?? null);
  return { isInPlace, scripts, files: operands.filter((path) => path !== null && path !== "") as string[] };
}

function isReadOnly(script: string | null): boolean {
  return script !== null && /^\s*[\d,$]*\s*[pq=]\s*$/.test(script);
}
