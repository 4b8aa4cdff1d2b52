import { excerptOf } from "../excerpt.ts";
import type { HygieneFilter } from "../filter.ts";
import type { MemoryUnderCheck } from "../memory-under-check.ts";
import { verdictOn } from "../verdict.ts";
import { codeTokens } from "./code-tokens.ts";
import { goldLinesOfTask } from "./gold-lines-of-task.ts";
import { ownWords } from "./own-words.ts";
import type { SignificantLine } from "./significant-lines.ts";

/**
 * Drops a memory that quotes lines of the reference solution of one of its tasks, as code or inside prose.
 *
 * A line that the agent itself wrote in a source trajectory is `self-solution` instead; when both kinds occur, the leak is
 * the reason. Lines that the issue itself shows are public.
 */
export const goldLines: HygieneFilter<MemoryUnderCheck> = {
  name: "gold-lines",
  reasons: ["leak-gold-lines", "self-solution"],
  check({ memory, tasks, sources }) {
    const said = codeTokens(memory.text);
    const quoted = tasks.flatMap((task) => goldLinesOfTask(task).filter(({ tokens }) => said.includes(tokens)));
    if (quoted.length === 0) return { verdict: "keep" };
    const written = sources.map((source) => codeTokens(ownWords(source)));
    const foreign = quoted.filter(({ tokens }) => !written.some((words) => words.includes(tokens)));
    return foreign.length > 0
      ? verdictOn("leak-gold-lines", foreign.map(evidenceOf))
      : verdictOn("self-solution", quoted.map(evidenceOf));
  },
};

function evidenceOf({ path, text }: SignificantLine) {
  return { place: "memory", step: null, turn: null, path, excerpt: excerptOf(text) } as const;
}
