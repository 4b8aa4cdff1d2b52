import { isObject, nameOrNull, type UnknownObject } from "../json-access.ts";
import { parentsOf } from "./parents.ts";
import type { SessionLine } from "./raw.ts";

/** The lines of a conversation that belong to its live branch, in order. */
export interface LiveLines {
  readonly lines: readonly SessionLine[];
  /** Message lines of branches that were given up (rewound or resumed elsewhere). */
  readonly leftOut: number;
}

/**
 * Follows the chain of parents from the last message back, across compactions; a line may stand before its parent.
 *
 * Of a response whose blocks hang at different places of the chain all blocks are kept, and the results of all its calls.
 * Lines of subagents are kept whole, each after the last line of the main conversation that is not younger.
 */
export function liveLines(lines: readonly SessionLine[]): LiveLines {
  const main = lines.filter((line) => line.isSidechain !== true);
  const chain = chainOf(main);
  const kept = withSiblings(main, chain);
  const ordered = inChainOrder(main, chain, kept);
  const side = lines.filter((line) => line.isSidechain === true && isMessage(line));
  const leftOut = main.filter((line, at) => isMessage(line) && !kept.has(at)).length;
  return { lines: merged(ordered, side), leftOut };
}

/** Indexes of the lines from the first to the last of the live conversation. */
function chainOf(lines: readonly SessionLine[]): readonly number[] {
  const parents = parentsOf(lines);
  const seen = new Set<number>();
  const chain: number[] = [];
  for (let at = lastMessage(lines); at !== null && !seen.has(at); at = parents[at] ?? null) {
    seen.add(at);
    chain.push(at);
  }
  return chain.reverse();
}

/** The youngest message, by its time, then by its place: nothing can follow it. Null when there is no message. */
function lastMessage(lines: readonly SessionLine[]): number | null {
  let best: number | null = null;
  for (const [at, line] of lines.entries()) {
    if (isMessage(line) && (best === null || timeOf(line) >= timeOf(lines[best] as SessionLine))) best = at;
  }
  return best;
}

/** Adds the other blocks of the chain's responses and the results of their calls, wherever they hang. */
function withSiblings(lines: readonly SessionLine[], chain: readonly number[]): ReadonlySet<number> {
  const kept = new Set(chain);
  const responses = new Set(chain.flatMap((at) => lines[at]?.message?.id ?? []));
  const add = (isWanted: (line: SessionLine) => boolean): void => {
    for (const [at, line] of lines.entries()) if (!kept.has(at) && isWanted(line)) kept.add(at);
  };
  add((line) => line.type === "assistant" && responses.has(line.message?.id ?? ""));
  const blocks = (at: number): UnknownObject[] => contentBlocks(lines[at]);
  const calls = new Set([...kept].flatMap((at) => blocks(at).flatMap((block) => nameOrNull(block.id) ?? [])));
  const answered = new Set(
    [...kept].flatMap((at) => blocks(at).flatMap((block) => nameOrNull(block.tool_use_id) ?? [])),
  );
  add((line) => {
    const ids = contentBlocks(line).flatMap((block) => nameOrNull(block.tool_use_id) ?? []);
    const isWanted = ids.length > 0 && ids.every((id) => calls.has(id)) && ids.some((id) => !answered.has(id));
    if (isWanted) for (const id of ids) answered.add(id);
    return isWanted;
  });
  return kept;
}

/** The chain in its order, each added line after the last line of the chain that stands before it in the log. */
function inChainOrder(
  lines: readonly SessionLine[],
  chain: readonly number[],
  kept: ReadonlySet<number>,
): SessionLine[] {
  const inChain = new Set(chain);
  const added = [...kept].filter((at) => !inChain.has(at)).sort((a, b) => a - b);
  if (added.length === 0) return chain.map((at) => lines[at] as SessionLine);
  const byPlace = [...chain].sort((a, b) => a - b);
  const after = new Map<number, number[]>();
  for (const at of added) {
    const before = byPlace.findLast((each) => each < at) ?? byPlace[0] ?? at;
    after.set(before, [...(after.get(before) ?? []), at]);
  }
  return chain.flatMap((at) => [at, ...(after.get(at) ?? [])]).map((at) => lines[at] as SessionLine);
}

function merged(main: readonly SessionLine[], side: readonly SessionLine[]): SessionLine[] {
  const result: SessionLine[] = [];
  const waiting = [...side].sort((a, b) => compare(timeOf(a), timeOf(b)));
  for (const line of main) {
    while (waiting[0] !== undefined && timeOf(line) !== "" && timeOf(waiting[0]) < timeOf(line)) {
      result.push(waiting.shift() as SessionLine);
    }
    result.push(line);
  }
  return [...result, ...waiting];
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function isMessage(line: SessionLine): boolean {
  return isObject(line.message) || line.type === "attachment";
}

function contentBlocks(line: SessionLine | undefined): UnknownObject[] {
  const content = line?.message?.content;
  return Array.isArray(content) ? content.filter(isObject) : [];
}

/** ISO times of one log compare as texts. */
function timeOf(line: SessionLine): string {
  return line.timestamp ?? "";
}
