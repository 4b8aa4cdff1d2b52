import type { Execution } from "../shell/execution.ts";
import { printedText } from "../shell/executions.ts";
import type { ShellEdit, ShellEditor } from "../shell-editor.ts";

/** Programs whose output, sent to a file, is that file's new text rather than a log. */
const transformers: ReadonlySet<string> = new Set(
  "sed gsed awk gawk perl cat head tail tr cut sort uniq jq envsubst base64 xxd fold expand".split(" "),
);

/** Names that no source file has. */
const recordName = /\.(?:log|out|txt|diff|patch|err|html?|xml|csv)$/i;

/** Output of any command sent to a file: `cat > f <<EOF`, `echo x >> f`, `sed … a > b`. Logs and saved diffs are no edits. */
export function outputEdits(execution: Execution): readonly ShellEdit[] {
  const text = printedText(execution);
  const name = execution.argv[0] ?? "";
  return execution.outputs.flatMap(({ path, isAppended }): readonly ShellEdit[] => {
    const isEdit = text !== null || name === ":" || (transformers.has(name) && !recordName.test(path));
    const newText = name === ":" ? "" : text;
    if (!isEdit) return [];
    return [isAppended ? { path, kind: "modify", newText, how: "at-end" } : { path, kind: "create", newText }];
  });
}

/** `tee [-a] f…` whose input is known. What tests or other programs print into `tee` is a log. */
export const tee: ShellEditor = {
  names: ["tee"],
  edits({ argv, stdin }) {
    if (stdin === null) return [];
    const isAppended = argv.some((arg) => /^-\w*a|^--append$/.test(arg ?? ""));
    const paths = argv.slice(1).filter((arg) => arg !== null && !arg.startsWith("-")) as string[];
    return paths.map((path) =>
      isAppended ? { path, kind: "modify", newText: stdin, how: "at-end" } : { path, kind: "create", newText: stdin },
    );
  },
};
