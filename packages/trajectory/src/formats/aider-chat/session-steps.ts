import type { Edit } from "../../edit.ts";
import { repositoryPath } from "../../repository-path.ts";
import type { StepUsage } from "../../step.ts";
import type { DraftStep } from "../draft-step.ts";
import { searchReplaceEdits } from "../search-replace/search-replace-edits.ts";
import type { Passage } from "./sessions.ts";

/**
 * The steps of a session: a text of the model with what Aider printed after it is a turn. What Aider printed before any
 * answer is a message of its own.
 */
export function sessionSteps(passages: readonly Passage[]): DraftStep[] {
  const steps: DraftStep[] = [];
  for (const { by, text } of passages) {
    const last = steps.at(-1);
    if (by === "user") steps.push({ source: "user", text });
    else if (by === "model") steps.push({ source: "agent", text });
    else if (last?.source === "agent") {
      last.observations = [
        ...(last.observations ?? []),
        { callId: null, content: text, isError: null, exitCode: null },
      ];
      last.usage ??= usageIn(text);
    } else steps.push({ source: "user", text, marks: ["synthetic"], extra: { printed: true } });
  }
  for (const step of steps) {
    if (step.source !== "agent") continue;
    const printed = (step.observations ?? []).map(({ content }) => content).join("\n");
    step.edits = editsOf(step.text ?? "", printed);
  }
  return steps;
}

/** Blocks of the answer, done where Aider says that it applied an edit to their file; and files it names without a block. */
function editsOf(answer: string, printed: string): Edit[] {
  const applied = [...printed.matchAll(/^Applied edit to (.+)$/gm)].map(([, path]) => repositoryPath(path ?? ""));
  const edits = searchReplaceEdits(answer, (path) => applied.includes(path));
  const others = [...new Set(applied)].filter((path) => path !== "" && !edits.some((edit) => edit.path === path));
  return [
    ...edits,
    ...others.map(
      (path): Edit => ({
        path,
        kind: "modify",
        oldPath: null,
        oldText: null,
        newText: wholeFileIn(answer, path),
        succeeded: true,
        via: "tool",
        functions: [],
      }),
    ),
  ];
}

/** The fenced text under a line that is a path, as the `whole` edit format writes it; null for diffs and when there is none. */
function wholeFileIn(answer: string, path: string): string | null {
  const lines = answer.split("\n");
  const at = lines.findIndex(
    (line, index) =>
      line.replace(/^[`*#\s]+|[`*:\s]+$/g, "") === path && /^```(?!diff\b)\w*$/.test(lines[index + 1] ?? ""),
  );
  const end = at === -1 ? -1 : lines.findIndex((line, index) => index > at + 1 && /^```\s*$/.test(line));
  return end === -1 ? null : `${lines.slice(at + 2, end).join("\n")}\n`;
}

/** `Tokens: 4.1k sent, 180 received. Cost: $0.01 message, $0.02 session.`, rounded as it is printed. */
function usageIn(printed: string): StepUsage | null {
  const found =
    /^Tokens: ([\d.,]+)(k|M)? sent,(?: [\d.,]+[kM]? cache (?:write|hit),)* ([\d.,]+)(k|M)? received\.?(?:.*?\$([\d.]+\d) message)?/m.exec(
      printed,
    );
  if (found === null) return null;
  const [, sent, sentUnit, received, receivedUnit, cost] = found;
  return {
    promptTokens: countOf(sent, sentUnit),
    completionTokens: countOf(received, receivedUnit),
    cachedTokens: null,
    costUsd: cost === undefined ? null : Number(cost),
  };
}

function countOf(digits: string | undefined, unit: string | undefined): number | null {
  const count = Number((digits ?? "").replaceAll(",", "")) * (unit === "k" ? 1000 : unit === "M" ? 1_000_000 : 1);
  return digits === undefined || !Number.isFinite(count) ? null : Math.round(count);
}
