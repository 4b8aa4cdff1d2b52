import type { ProposedEdit } from "./propose-edits.ts";

/** The `sed -i` command of an edit: the smallest differing part with some text around it, on that line only. */
export function sedCommand(edit: ProposedEdit): string {
  const [from, to] = differingParts(edit.oldLine, edit.newLine);
  const delimiter = ["/", "|", "#", ","].find((mark) => !from.includes(mark) && !to.includes(mark)) ?? "@";
  const script = `${edit.lineNumber}s${delimiter}${escapePattern(from)}${delimiter}${escapeReplacement(to)}${delimiter}`;
  return `sed -i '${script.replaceAll("'", "'\\''")}' ${edit.path}`;
}

function differingParts(oldLine: string, newLine: string): [string, string] {
  let start = 0;
  while (start < Math.min(oldLine.length, newLine.length) && oldLine[start] === newLine[start]) start += 1;
  let end = 0;
  const most = Math.min(oldLine.length, newLine.length) - start;
  while (end < most && oldLine.at(-1 - end) === newLine.at(-1 - end)) end += 1;
  let from = Math.max(0, start - 6);
  let to = Math.max(0, end - 6);
  while (oldLine.split(oldLine.slice(from, oldLine.length - to)).length > 2) {
    from = Math.max(0, from - 4);
    to = Math.max(0, to - 4);
  }
  return [oldLine.slice(from, oldLine.length - to), newLine.slice(from, newLine.length - to)];
}

function escapePattern(text: string): string {
  return text.replace(/[\\.*[\]^$]/g, "\\$&");
}

function escapeReplacement(text: string): string {
  return text.replace(/[\\&]/g, "\\$&");
}
