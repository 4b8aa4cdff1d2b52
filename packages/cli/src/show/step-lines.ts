import type { Step, ToolCall } from "@memop/trajectory";
import { foldedText } from "./folded-text.ts";
import type { Paint } from "./paint.ts";
import { usageLine } from "./usage-line.ts";

/** One step: what was thought and said, each call with what came back, and what it cost. Long texts are folded unless `isFull`. */
export function stepLines(step: Step, isFull: boolean, paint: Paint): readonly string[] {
  const lines = [stepHead(step, paint)];
  if (step.reasoning) lines.push(paint("dim", foldedText(step.reasoning, isFull)));
  if (step.text !== "") lines.push(foldedText(step.text, isFull || step.source === "agent"));
  for (const call of step.toolCalls) {
    lines.push(...callLines(call, isFull, paint));
    lines.push(...observationLines(step, (callId) => callId === call.id, isFull, paint));
  }
  const ids = new Set(step.toolCalls.map(({ id }) => id));
  lines.push(...observationLines(step, (callId) => callId === null || !ids.has(callId), isFull, paint));
  const usage = usageLine(step.usage, step.seconds);
  if (usage !== "") lines.push(paint("dim", `  ${usage}`));
  return lines;
}

function stepHead(step: Step, paint: Paint): string {
  const name = step.turn === null ? step.source : `turn ${step.turn}`;
  const marks = step.marks.length === 0 ? "" : ` ${paint("yellow", `[${step.marks.join(", ")}]`)}`;
  const time = step.timestamp === null ? "" : paint("dim", ` ${step.timestamp}`);
  return `${paint("cyan", `── ${name} ──`)}${marks}${time}`;
}

/** A call whose one argument is a text is shown as that text, others as a list of their arguments. */
function callLines({ name, arguments: args }: ToolCall, isFull: boolean, paint: Paint): readonly string[] {
  const entries = Object.entries(args);
  const [only] = entries;
  const head = paint("bold", `> ${name}`);
  if (entries.length === 1 && only !== undefined && typeof only[1] === "string") {
    return [`${head} ${foldedText(only[1], isFull)}`];
  }
  return [
    head,
    ...entries.map(([key, value]) => {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      const shown = foldedText(text, isFull);
      return `  ${paint("bold", `${key}:`)} ${shown.includes("\n") ? `\n${indented(shown)}` : shown}`;
    }),
  ];
}

function observationLines(
  step: Step,
  isWanted: (callId: string | null) => boolean,
  isFull: boolean,
  paint: Paint,
): readonly string[] {
  return step.observations
    .filter(({ callId }) => isWanted(callId))
    .map(({ content, exitCode, isError }) => {
      const status = exitCode ? ` (exit ${exitCode})` : isError === true ? " (error)" : "";
      const text = indented(foldedText(content, isFull), `${paint("dim", "│")} `);
      return status === "" ? text : `${text}${paint("yellow", status)}`;
    });
}

function indented(text: string, by = "    "): string {
  return text
    .split("\n")
    .map((line) => `${by}${line}`)
    .join("\n");
}
