import { sha256Hex } from "@memop/core";
import type { Slot } from "../recipe.ts";

/** The parts of a dataset, in the order in which they are written. */
export const splitNames = ["train", "validation", "test"] as const;

/** Name of a part of a dataset. */
export type SplitName = (typeof splitNames)[number];

/** How rows are shared out. */
export interface SplitPlan {
  /** Wanted shares of the groups, 0 to 1; the rest is `train`. */
  readonly validation: number;
  readonly test: number;
  /** What is never torn apart: all tasks of a repository, or all rows of a task. */
  readonly by: "repository" | "task";
  /** Makes the sharing repeatable: the same salt and the same groups give the same splits. */
  readonly salt: string;
}

/**
 * A split for each row, so that rows of one group are in one split.
 *
 * Rows are grouped by repository or task; groups that hold the same text to learn are joined, so that no text is in two
 * splits. A group's split is decided by a hash of the salt and its smallest name alone: new rows move no old group unless
 * they join two. With few groups a share may come out empty.
 */
export function assignSplits(slots: readonly Slot[], plan: SplitPlan): SplitName[] {
  const groups = groupNames(slots, plan.by);
  return slots.map((_, at) => {
    const place = unitInterval(`${plan.salt}\n${groups[at]}`);
    if (place < plan.test) return "test";
    return place < plan.test + plan.validation ? "validation" : "train";
  });
}

/** The smallest group name among all rows that are connected with each row. */
function groupNames(slots: readonly Slot[], by: SplitPlan["by"]): string[] {
  const parent = new Map<string, string>();
  const rootOf = (key: string): string => {
    let root = key;
    for (let up = parent.get(root); up !== undefined && up !== root; up = parent.get(root)) root = up;
    parent.set(key, root);
    return root;
  };
  const keyOf = ({ repo, taskId }: Slot): string => (by === "repository" && repo !== null ? repo : taskId);
  for (const slot of slots) {
    const group = rootOf(`group ${keyOf(slot)}`);
    const text = rootOf(`text ${slot.contentHash}`);
    // The smaller root wins; "group …" sorts before "text …", so that a root is always a group's name.
    const [root, other] = [group, text].sort() as [string, string];
    parent.set(other, root);
  }
  return slots.map((slot) => rootOf(`group ${keyOf(slot)}`));
}

/** A number in [0, 1) that depends on the text alone. */
function unitInterval(text: string): number {
  return Number.parseInt(sha256Hex(text).slice(0, 13), 16) / 2 ** 52;
}
