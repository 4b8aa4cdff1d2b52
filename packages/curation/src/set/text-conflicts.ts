import type { Row } from "@memop/core";
import { shingles } from "@memop/hygiene";
import type { AcceptedMemory } from "./accepted-memories.ts";
import { type Statement, statementsIn } from "./statements.ts";

/** Share of the content words of two statements that must be common for them to be about one thing. */
const sameSubject = 0.6;
/** Share of the shorter memory's shingles that the other one holds too: from here on it says nothing of its own. */
const overlapShare = 0.8;
/** Larger groups are compared within single tasks only: all their pairs would be too many. */
const mostInGroup = 500;

/**
 * Accepted memories of one task or repository that may get in each other's way: `contradiction`, where one says and the other
 * denies nearly the same about the same code, and `overlap`, where nearly all of the shorter one stands in the other.
 *
 * It reads words, not sense: a contradiction in other words is not seen. Source: docs/papers.md#contradiction-and-overlap.
 */
export function textConflicts(memories: readonly AcceptedMemory[]): Row[] {
  const rows: Row[] = [];
  const read = new Map(memories.map((memory) => [memory.memoryId, readMemory(memory)]));
  const seen = new Set<string>();
  for (const group of groupsOf(memories)) {
    for (const [at, one] of group.entries()) {
      for (const other of group.slice(at + 1)) {
        const memoryIds = [one.memoryId, other.memoryId].sort();
        const key = JSON.stringify(memoryIds);
        if (seen.has(key)) continue;
        seen.add(key);
        const pair = [read.get(one.memoryId), read.get(other.memoryId)] as [ReadMemory, ReadMemory];
        const shared = {
          memory_ids: memoryIds,
          task_id: one.taskId === other.taskId ? one.taskId : null,
          repo: one.repo,
        };
        const contrary = contradictions(...pair);
        if (contrary.length > 0) rows.push({ ...shared, kind: "contradiction", reasons: [], evidence: contrary });
        const share = containment(...pair);
        if (share >= overlapShare) {
          const evidence = [`${Math.round(100 * share)} % of the shorter one stands in the other`];
          rows.push({ ...shared, kind: "overlap", reasons: [], evidence });
        }
      }
    }
  }
  return rows;
}

interface ReadMemory {
  readonly statements: readonly Statement[];
  readonly shingles: ReadonlySet<number>;
}

function readMemory({ text }: AcceptedMemory): ReadMemory {
  return { statements: statementsIn(text), shingles: shingles(text) };
}

function groupsOf(memories: readonly AcceptedMemory[]): readonly (readonly AcceptedMemory[])[] {
  const groups = new Map<string, AcceptedMemory[]>();
  for (const memory of memories) {
    const keys = [memory.taskId && `task ${memory.taskId}`, memory.repo && `repo ${memory.repo}`];
    for (const key of keys) {
      if (!key) continue;
      const others = groups.get(key);
      if (others === undefined) groups.set(key, [memory]);
      else others.push(memory);
    }
  }
  return [...groups]
    .filter(([key, { length }]) => key.startsWith("task ") || length <= mostInGroup)
    .map(([, group]) => group);
}

function contradictions(one: ReadMemory, other: ReadMemory): string[] {
  const byCode = new Map<string, Statement[]>();
  for (const statement of other.statements) {
    for (const word of statement.code) byCode.set(word, [...(byCode.get(word) ?? []), statement]);
  }
  return one.statements.flatMap((statement) => {
    const near = new Set(statement.code.flatMap((word) => byCode.get(word) ?? []));
    return [...near]
      .filter(
        (each) => each.isNegative !== statement.isNegative && similarity(each.words, statement.words) >= sameSubject,
      )
      .map((each) => `“${statement.text}” against “${each.text}”`);
  });
}

function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / (a.size + b.size - shared);
}

function containment(one: ReadMemory, other: ReadMemory): number {
  const [small, large] =
    one.shingles.size < other.shingles.size ? [one.shingles, other.shingles] : [other.shingles, one.shingles];
  // A sentence or two are alike by chance.
  if (small.size < 10) return 0;
  let shared = 0;
  for (const each of small) if (large.has(each)) shared += 1;
  return shared / small.size;
}
