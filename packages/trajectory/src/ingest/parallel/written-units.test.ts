import { existsSync } from "node:fs";
import { join } from "node:path";
import { openDatabase, quoteText } from "@memop/core";
import { describe, expect, test } from "vitest";
import { chatRows } from "../../formats/chat-rows/chat-rows.ts";
import { chatRow, temporaryFolder } from "../../testing/ingest-fixtures.ts";
import type { GroupMember, ReadItem } from "../read-inputs.ts";
import { rowsOfReadings } from "../read-record.ts";
import type { SourcePosition } from "../source-position.ts";
import { type WrittenUnit, withWrittenUnits } from "./written-units.ts";

function placeIn(file: string, sourceByte = 0): SourcePosition {
  return { source: `${file}:${sourceByte}`, sourceFile: file, sourceByte, condition: "none", run: null };
}

function rowsIn(file: string, count: number): ReadItem[] {
  return Array.from({ length: count }, (_, at) => {
    const row = JSON.parse(chatRow(`o__r-${at}`, `look into ${file}`, { resolved: true }));
    return rowsOfReadings(chatRows.readAll([row], { path: file }), "chat-rows", placeIn(file, at));
  }).flat();
}

async function passedOn(items: readonly ReadItem[], partBytes: number, folder: string) {
  const passed: (ReadItem | WrittenUnit)[] = [];
  for await (const item of withWrittenUnits(items, { folder, partBytes })) passed.push(item);
  return passed;
}

const member: GroupMember = {
  table: "group-members",
  group: "g",
  format: "f",
  json: new Uint8Array(2),
  at: placeIn("large.jsonl", 1),
};

describe("items of a task", () => {
  test("are passed on in order, a large unit as the part files that hold its rows", async () => {
    const folder = temporaryFolder();
    const [small, large, last] = [rowsIn("a.jsonl", 1), rowsIn("large.jsonl", 6), rowsIn("z.jsonl", 1)];
    const passed = await passedOn([...small, ...large, ...last], 8000, folder);
    expect(passed.filter((item) => item.table !== "unit")).toEqual([...small, ...last]);
    const unit = passed[small.length] as WrittenUnit;
    expect(unit).toMatchObject({
      table: "unit",
      rows: 12,
      at: placeIn("large.jsonl"),
      part: { byFormat: { "chat-rows": 6 } },
    });
    const database = await openDatabase();
    const query = `SELECT source FROM read_parquet(${quoteText(join(folder, unit.part.trajectories ?? ""))})`;
    const sources = (await database.all(query)).map(({ source }) => source);
    database.close();
    expect(sources).toEqual([0, 1, 2, 3, 4, 5].map((at) => `large.jsonl:${at}`));
    expect(existsSync(join(folder, unit.part.records ?? ""))).toBe(true);
  });

  test("are passed on as they are when a member of a group stands among them", async () => {
    const items = [...rowsIn("large.jsonl", 6), member];
    expect(await passedOn(items, 8000, temporaryFolder())).toEqual(items);
  });

  test("are passed on as they are when their unit is too large to be held", async () => {
    const items = rowsIn("large.jsonl", 30);
    expect(await passedOn(items, 8000, temporaryFolder())).toEqual(items);
  });

  test("of one file that comes twice are two units with files of their own", async () => {
    const again = [...rowsIn("large.jsonl", 6), ...rowsIn("b.jsonl", 1), ...rowsIn("large.jsonl", 6)];
    const units = (await passedOn(again, 8000, temporaryFolder())).filter((item) => item.table === "unit");
    expect(units).toHaveLength(2);
    expect(new Set(units.map(({ part }) => part.trajectories)).size).toBe(2);
  });
});
