import { defineTable, type Row } from "../tables/table-schema.ts";
import type { StageDefinition } from "../workspace/stage-definition.ts";

/** A stage of two tables and one refusal; `onRow` is called before each of the first table's 5,000 rows. */
export function twoTableStage(onRow: (number: number) => void = () => {}): StageDefinition {
  function* rows(): Generator<Row> {
    for (let n = 1; n <= 5000; n += 1) {
      onRow(n);
      yield { id: `r${n}`, text: n % 3 === 0 ? null : "x".repeat(n % 50) };
    }
  }
  const columns = { id: "VARCHAR", text: "VARCHAR" };
  return {
    name: "make",
    config: {},
    reads: [],
    async body({ write, refuse }) {
      await write(defineTable({ name: "first", key: ["id"], columns }), rows());
      await write(defineTable({ name: "second", key: ["id"], columns }), [{ id: "a" }]);
      refuse({ source: "a", byteOffset: 0, reason: "empty", message: "the file is empty" });
      return { read: 5002, used: 5001, result: {} };
    },
  };
}
