import { type Edit, lineDifference } from "@memop/trajectory";
import type { Paint } from "./paint.ts";

/** Lines around a change that are shown with it. */
const context = 2;

/** An edit as a coloured diff under a line that says what it is. Long diffs are folded unless `isFull`. */
export function editLines(edit: Edit, isFull: boolean, paint: Paint): readonly string[] {
  const where = edit.functions.length === 0 ? "" : ` in ${edit.functions.join(", ")}`;
  const from = edit.oldPath === null ? "" : ` from ${edit.oldPath}`;
  const verdict = edit.succeeded ? "" : " (refused)";
  const head = paint("bold", `# ${edit.kind} ${edit.path}${from}${where}${verdict}`);
  const body = changedLines(edit);
  const shown = isFull || body.length <= mostLines ? body : body.slice(0, mostLines);
  const left = body.length - shown.length;
  return [
    head,
    ...shown.map((line) => paint(line.startsWith("+") ? "green" : line.startsWith("-") ? "red" : "dim", line)),
    ...(left === 0 ? [] : [paint("dim", `… ${left} more lines of this edit …`)]),
  ];
}

const mostLines = 60;

/** `-` and `+` lines with some context, `…` where equal lines are left out. */
function changedLines({ oldText, newText }: Edit): readonly string[] {
  const [before, after] = [linesOf(oldText), linesOf(newText)];
  const { removed, added } = lineDifference(before, after);
  const [gone, fresh] = [new Set(removed), new Set(added)];
  const all: string[] = [];
  let at = 0;
  for (let number = 1; number <= after.length + 1; number += 1) {
    while (at < before.length && gone.has(at + 1)) {
      all.push(`-${before[at]}`);
      at += 1;
    }
    if (number > after.length) break;
    if (fresh.has(number)) all.push(`+${after[number - 1]}`);
    else {
      all.push(` ${after[number - 1]}`);
      at += 1;
    }
  }
  return withoutFarLines(all);
}

function withoutFarLines(lines: readonly string[]): readonly string[] {
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - context), at + context + 1).some((line) => !line.startsWith(" "));
  return lines.flatMap((line, at) => (isNear(at) ? [line] : at > 0 && isNear(at - 1) ? ["…"] : []));
}

function linesOf(text: string | null): readonly string[] {
  return text === null || text === "" ? [] : text.replace(/\n$/, "").split("\n");
}
