import { type Edit, extractEdits, loadShellParser, type Step } from "@memop/trajectory";
import type { StoredTrajectory } from "./show-workspace.ts";

const MAX_OBSERVATION_LINES = 12;
const RESET = "\u001b[0m";
const styles = {
  bold: "\u001b[1m",
  dim: "\u001b[2m",
  red: "\u001b[31m",
  green: "\u001b[32m",
  cyan: "\u001b[36m",
} as const;
type Paint = (style: keyof typeof styles, text: string) => string;

/** A trajectory as a person reads it: turns, folded observations, edits as diffs, and where gold files were found. */
export async function trajectoryText(
  stored: StoredTrajectory,
  { isFull, colours }: { readonly isFull: boolean; readonly colours: boolean },
): Promise<string> {
  const paint: Paint = (style, text) => (colours ? `${styles[style]}${text}${RESET}` : text);
  const { trajectory } = stored;
  const edits = extractEdits(trajectory, await loadShellParser());
  const head = [
    `${paint("bold", stored.id)}  task ${trajectory.taskId ?? "-"}  condition ${stored.condition}  run ${stored.run ?? "-"}`,
    `agent ${trajectory.agent.name}  model ${trajectory.model ?? "-"}  exit ${trajectory.exitStatus ?? "-"}  resolved ${stored.resolved ?? "unknown"}`,
    `source ${stored.source}`,
    `gold ${stored.goldFiles.join(", ") || "-"}`,
  ];
  const body = trajectory.steps.flatMap((step) => [
    "",
    stepHead(step, paint),
    ...stepLines(step, isFull, paint),
    ...edits.filter((each) => each.turn === step.turn).flatMap((each) => editLines(each.edit, stored.goldFiles, paint)),
  ]);
  return `${[...head, ...body].join("\n")}\n`;
}

function stepHead(step: Step, paint: Paint): string {
  const turn = step.turn === null ? step.source : `turn ${step.turn}`;
  const marks = step.marks.length === 0 ? "" : ` [${step.marks.join(", ")}]`;
  return paint("cyan", `── ${turn}${marks} ──`);
}

function stepLines(step: Step, isFull: boolean, paint: Paint): string[] {
  const lines: string[] = [];
  if (step.reasoning) lines.push(paint("dim", folded(step.reasoning, isFull)));
  if (step.text !== "") lines.push(folded(step.text, isFull || step.source === "agent"));
  for (const call of step.toolCalls) {
    const { command, ...rest } = call.arguments;
    const shown =
      typeof command === "string" && Object.keys(rest).length === 0 ? command : JSON.stringify(call.arguments);
    lines.push(`${paint("bold", `> ${call.name}`)} ${shown}`);
  }
  for (const { content, exitCode } of step.observations) {
    const status = exitCode === null || exitCode === 0 ? "" : ` (exit ${exitCode})`;
    lines.push(paint("dim", `${folded(content, isFull)}${status}`));
  }
  return lines;
}

function editLines(edit: Edit, goldFiles: readonly string[], paint: Paint): string[] {
  const isGold = goldFiles.some((gold) => edit.path === gold || edit.path.endsWith(`/${gold}`));
  const verdict = edit.succeeded ? (isGold ? ", gold file located" : "") : ", refused";
  const where = edit.functions.length === 0 ? "" : ` in ${edit.functions.join(", ")}`;
  return [
    paint("bold", `# ${edit.kind} ${edit.path}${where}${verdict}`),
    ...(edit.oldText ?? "")
      .split("\n")
      .filter(Boolean)
      .map((line) => paint("red", `- ${line}`)),
    ...(edit.newText ?? "")
      .split("\n")
      .filter(Boolean)
      .map((line) => paint("green", `+ ${line}`)),
  ];
}

function folded(text: string, isFull: boolean): string {
  const lines = text.trimEnd().split("\n");
  if (isFull || lines.length <= MAX_OBSERVATION_LINES) return lines.join("\n");
  const half = MAX_OBSERVATION_LINES / 2;
  const left = lines.length - MAX_OBSERVATION_LINES;
  return [...lines.slice(0, half), `… ${left} more lines …`, ...lines.slice(-half)].join("\n");
}
