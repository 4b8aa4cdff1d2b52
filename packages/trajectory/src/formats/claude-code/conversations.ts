import { parentsOf } from "./parents.ts";
import type { SessionLine } from "./raw.ts";

/**
 * The conversations of a session, whose lines come in time order, in the order of their starts: one for each beginning, since `/clear` and a rewound first
 * message start anew with nothing of what came before. A subagent's lines go to the conversation that was going on.
 */
export function conversationsOf(lines: readonly SessionLine[]): SessionLine[][] {
  const main = lines.filter((line) => line.isSidechain !== true);
  const parents = parentsOf(main);
  const starts: (number | undefined)[] = main.map(() => undefined);
  for (const at of main.keys()) {
    const path: number[] = [];
    const seen = new Set<number>();
    let current = at;
    while (starts[current] === undefined && !seen.has(current)) {
      seen.add(current);
      path.push(current);
      const parent = parents[current] ?? null;
      if (parent === null) break;
      current = parent;
    }
    const start = starts[current] ?? current;
    for (const each of path) starts[each] = start;
  }
  const conversations = new Map<number, SessionLine[]>();
  for (const [at, line] of main.entries()) {
    const start = starts[at] ?? 0;
    const known = conversations.get(start);
    if (known === undefined) conversations.set(start, [line]);
    else known.push(line);
  }
  if (conversations.size <= 1) return [[...lines]];
  const inOrder = [...conversations.entries()].sort(([a], [b]) => a - b).map(([, each]) => each);
  for (const line of lines) if (line.isSidechain === true) goingOnAt(inOrder, line.timestamp ?? "").push(line);
  return inOrder;
}

function goingOnAt(conversations: readonly SessionLine[][], time: string): SessionLine[] {
  const begun = conversations.findLast((lines) => (lines[0]?.timestamp ?? "") <= time);
  return begun ?? (conversations[0] as SessionLine[]);
}
