import type { Edit } from "../../edit.ts";
import { repositoryPath } from "../../repository-path.ts";
import type { StepUsage } from "../../step.ts";
import type { DraftStep } from "../draft-step.ts";
import { closingFence, isFence } from "../edit-blocks/fences.ts";
import { searchReplaceEdits } from "../edit-blocks/search-replace-edits.ts";
import { udiffEdits } from "../edit-blocks/udiff-edits.ts";
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

/**
 * Blocks of the answer, done where Aider says that it applied an edit to their file, or that it applied all but those that it
 * shows; and files it names without a block.
 */
function editsOf(answer: string, printed: string): Edit[] {
  const applied = new Set(
    [...printed.matchAll(/^Applied edit to (.+)$/gm)].map(([, path]) => repositoryPath(path ?? "")),
  );
  const failed = new Set([...printed.matchAll(/^<{5,9} SEARCH\n([\s\S]*?)\n?={5,9}$/gm)].map(([, old]) => old ?? ""));
  const areOthersApplied = /^# The other \d+ SEARCH\/REPLACE blocks? were applied successfully/m.test(printed);
  const edits = [
    ...searchReplaceEdits(answer, (path, oldText) => applied.has(path) || (areOthersApplied && !failed.has(oldText))),
    ...udiffEdits(answer, (path) => applied.has(path)),
  ];
  const others = [...applied].filter((path) => path !== "" && !edits.some((edit) => edit.path === path));
  return [...edits, ...others.map((path) => wholeFileEdit(path, wholeFileIn(answer, path)))];
}

function wholeFileEdit(path: string, newText: string | null): Edit {
  const about = { oldPath: null, oldText: null, succeeded: true, functions: [] };
  return { path, kind: "modify", newText, via: "tool", ...about };
}

/** The fenced text under a line that is a path, as the `whole` edit format writes it; null when there is none. */
function wholeFileIn(answer: string, path: string): string | null {
  const lines = answer.split("\n");
  const at = lines.findIndex(
    (line, index) =>
      repositoryPath(line.replace(/^[`*#\s]+|[`*:\s]+$/g, "")) === path && isFence(lines[index + 1] ?? ""),
  );
  const fence = closingFence(lines[at + 1] ?? "");
  const end = at === -1 ? -1 : lines.findIndex((line, index) => index > at + 1 && line.trimEnd() === fence);
  return end === -1 ? null : `${lines.slice(at + 2, end).join("\n")}\n`;
}

/**
 * `Tokens: 4.1k sent, 2.0k cache hit, 180 received. Cost: $0.01 message, $0.02 session.`, rounded as it is printed. The cost
 * may be on a line of its own; older versions call a message a request.
 */
function usageIn(printed: string): StepUsage | null {
  const line = /^Tokens: .*(?:\nCost: .*)?/m.exec(printed)?.[0];
  if (line === undefined) return null;
  const counted = (what: string) => countOf(...(new RegExp(`([\\d.,]+)([kM]?) ${what}`).exec(line)?.slice(1) ?? []));
  const cost = /\$([\d.]*\d) (?:message|request|send)/.exec(line)?.[1];
  return {
    promptTokens: counted("sent"),
    completionTokens: counted("received"),
    cachedTokens: counted("cache hit"),
    costUsd: cost === undefined ? null : Number(cost),
  };
}

function countOf(digits?: string, unit?: string): number | null {
  const count = Number((digits ?? "").replaceAll(",", "")) * (unit === "k" ? 1000 : unit === "M" ? 1_000_000 : 1);
  return digits === undefined || !Number.isFinite(count) ? null : Math.round(count);
}
