import type { Edit, TurnEdit } from "@memop/trajectory";

/** A successful tool edit of `path` at a 1-based turn, for tests. */
export function makeEdit(turn: number, path: string, fields: Partial<Edit> = {}): TurnEdit {
  return {
    turn,
    edit: {
      path,
      kind: "modify",
      oldPath: null,
      oldText: null,
      newText: null,
      succeeded: true,
      via: "tool",
      functions: [],
      ...fields,
    },
  };
}
