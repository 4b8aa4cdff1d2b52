import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readParquetRows } from "../records/parquet-rows.ts";
import { defineTable, type Row } from "../tables/table-schema.ts";
import { allOf } from "../testing/in-chunks.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { commitStage, stagingFolder } from "./commit-stage.ts";
import type { StageRecord } from "./manifest.ts";
import { runStage } from "./run-stage.ts";
import type { StageDefinition } from "./stage-definition.ts";
import { readManifest } from "./workspace.ts";

const things = defineTable({ name: "things", key: ["id"], columns: { id: "VARCHAR", n: "INTEGER" } });
const derived = defineTable({ name: "derived", key: ["id"], columns: { id: "VARCHAR" } });

/** A stage that writes `rows` and counts how often it ran. */
function makeThings(rows: readonly Row[], config: Record<string, unknown> = {}): StageDefinition & { runs: number } {
  return {
    name: "make",
    config,
    reads: [],
    runs: 0,
    async body({ write, refuse }) {
      this.runs += 1;
      refuse({ source: "a.jsonl:3", byteOffset: 17, reason: "bad-record", message: "no é" });
      const used = await write(things, rows);
      return { read: used + 1, used, result: { made: used } };
    },
  };
}

/** A stage that reads `things`. */
function deriveThings(): StageDefinition & { runs: number } {
  return {
    name: "derive",
    config: {},
    reads: ["things", "never-made"],
    seed: 5,
    runs: 0,
    async body({ write }) {
      this.runs += 1;
      const used = await write(derived, [{ id: "x" }]);
      return { read: used, used, result: {} };
    },
  };
}

const rows = [
  { id: "b", n: 2 },
  { id: "a", n: 1 },
];
const part = (root: string, table = "things"): string => join(root, table, "part-00000.parquet");

describe("runStage", () => {
  test("writes tables ordered by key, refusals and the manifest, and leaves nothing else", async () => {
    const root = temporaryFolder();
    const record = await runStage({ root }, makeThings(rows, { limit: 3 }));
    expect(await allOf(readParquetRows(part(root)))).toEqual([rows[1], rows[0]]);
    expect(readFileSync(join(root, "refused/make.jsonl"), "utf8")).toBe(
      '{"source":"a.jsonl:3","byteOffset":17,"reason":"bad-record","message":"no é"}\n',
    );
    expect(record).toMatchObject({
      config: { limit: 3 },
      counts: { read: 3, used: 2, refused: 1, byReason: { "bad-record": 1 } },
      result: { made: 2 },
      seed: null,
      tables: { things: { rows: 2, parts: [{ file: "things/part-00000.parquet" }] } },
    });
    expect((await readManifest({ root })).stages.make).toEqual(record);
    expect(readdirSync(root).sort()).toEqual([".stage", "manifest.json", "refused", "things"]);
    expect(readdirSync(join(root, ".stage"))).toEqual([]);
  });

  test("keeps the order of rows with equal keys, and takes another order", async () => {
    const root = temporaryFolder();
    const same = Array.from({ length: 5000 }, (_, n) => ({ id: `k${n % 3}`, n }));
    await runStage({ root }, makeThings(same));
    const written = (await allOf(readParquetRows(part(root)))) as { id: string; n: number }[];
    expect(written).toEqual([...same].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : a.n - b.n)));
    const reversed = makeThings(same, { other: true });
    reversed.body = async ({ write }) => {
      await write(things, same, "n DESC");
      return { read: 0, used: 0, result: {} };
    };
    await runStage({ root }, reversed);
    expect((await allOf(readParquetRows(part(root))))[0]).toEqual({ id: "k1", n: 4999 });
  });

  test("does nothing when it is complete, and runs again when it is forced", async () => {
    const root = temporaryFolder();
    const stage = makeThings(rows);
    const first = await runStage({ root }, stage);
    expect(await runStage({ root }, stage)).toEqual(first);
    expect(stage.runs).toBe(1);
    const again = await runStage({ root }, stage, { force: true });
    expect(stage.runs).toBe(2);
    expect(again.tables).toEqual(first.tables);
  });

  test("runs again for another config", async () => {
    const root = temporaryFolder();
    await runStage({ root }, makeThings(rows, { a: 1, b: 2 }));
    const same = makeThings(rows, { b: 2, a: 1 });
    await runStage({ root }, same);
    const other = makeThings(rows, { a: 1, b: 3 });
    await runStage({ root }, other);
    expect([same.runs, other.runs]).toEqual([0, 1]);
  });

  test("runs again when a table that it reads has changed, by a stage or by hand", async () => {
    const root = temporaryFolder();
    const stage = deriveThings();
    const inputs: Record<string, string>[] = [];
    const run = async (): Promise<void> => void inputs.push((await runStage({ root }, stage)).inputs);
    await run();
    await runStage({ root }, makeThings(rows));
    await run();
    await runStage({ root }, makeThings([...rows].reverse(), { reordered: true }));
    await run();
    expect(stage.runs).toBe(2);
    await runStage({ root }, makeThings([{ id: "c", n: 3 }], { changed: true }));
    await run();
    expect(stage.runs).toBe(3);
    renameSync(part(root), join(root, "things/part-00001.parquet"));
    writeFileSync(part(root), readFileSync(join(root, "things/part-00001.parquet")));
    await run();
    expect(stage.runs).toBe(4);
    expect(inputs[1]).toEqual(inputs[2]);
    expect(new Set(inputs.map((each) => each.things)).size).toBe(4);
    expect(new Set(inputs.map((each) => each["never-made"])).size).toBe(1);
  });

  test.each(["missing", "cut off"])("runs again when a part that it wrote is %s", async (how) => {
    const root = temporaryFolder();
    const stage = makeThings(rows);
    await runStage({ root }, stage);
    const bytes = readFileSync(part(root));
    if (how === "missing") rmSync(part(root));
    else truncateSync(part(root), 20);
    await runStage({ root }, stage);
    expect(stage.runs).toBe(2);
    expect(readFileSync(part(root)).equals(bytes)).toBe(true);
  });

  test.each(["before it writes", "while it writes", "after it has written"])(
    "leaves everything as it was when the body throws %s",
    async (when) => {
      const root = temporaryFolder();
      await runStage({ root }, makeThings(rows));
      const before = snapshot(root);
      function* failing(): Generator<Row> {
        for (let n = 0; n < 3000; n += 1) yield { id: `${n}`, n };
        if (when === "while it writes") throw new Error("mine");
      }
      const stage: StageDefinition = {
        ...makeThings(rows, { failing: when }),
        async body({ write }) {
          if (when === "before it writes") throw new Error("mine");
          await write(things, failing());
          throw new Error("mine");
        },
      };
      await expect(runStage({ root }, stage)).rejects.toThrow("mine");
      expect(snapshot(root)).toEqual(before);
      expect(existsSync(join(root, "lock"))).toBe(false);
    },
  );

  test("names table and column of a row that does not fit", async () => {
    const root = temporaryFolder();
    await expect(runStage({ root }, makeThings([{ id: "a", n: 1.5 }]))).rejects.toMatchObject({
      code: "BAD_INPUT",
      message: "table things, column n: 1.5 is no INTEGER",
    });
  });

  test("throws BAD_WORKSPACE for a damaged manifest, and touches nothing", async () => {
    const root = temporaryFolder();
    await runStage({ root }, makeThings(rows));
    truncateSync(join(root, "manifest.json"), 30);
    const before = snapshot(root);
    await expect(runStage({ root }, makeThings(rows))).rejects.toMatchObject({ code: "BAD_WORKSPACE" });
    expect(snapshot(root)).toEqual(before);
  });
});

describe("an interrupted commit", () => {
  /** A workspace with `old` rows, and a stage of new rows of which everything but the moving is done. */
  async function interrupted(): Promise<{
    readonly root: string;
    readonly staging: string;
    readonly done: StageRecord;
  }> {
    const finished = temporaryFolder();
    const done = await runStage({ root: finished }, makeThings(rows, { version: "new" }));
    const root = temporaryFolder();
    await runStage({ root }, makeThings([{ id: "old", n: 0 }], { version: "old" }));
    const staging = stagingFolder({ root }, "make");
    mkdirSync(join(staging, "things"), { recursive: true });
    writeFileSync(join(staging, "things/part-00000.parquet"), readFileSync(part(finished)));
    writeFileSync(join(staging, "refused.jsonl"), readFileSync(join(finished, "refused/make.jsonl")));
    writeFileSync(join(staging, "commit.json"), JSON.stringify(done));
    return { root, staging, done };
  }

  test.each(["nothing", "the old table set aside", "the new table in place", "the refusals in place"])(
    "is completed when %s has been done",
    async (reached) => {
      const { root, staging, done } = await interrupted();
      const steps = ["the old table set aside", "the new table in place", "the refusals in place"];
      const count = steps.indexOf(reached) + 1;
      if (count > 0) renameSync(join(root, "things"), join(root, "things.old"));
      if (count > 1) renameSync(join(staging, "things"), join(root, "things"));
      if (count > 2) renameSync(join(staging, "refused.jsonl"), join(root, "refused/make.jsonl"));
      const stage = makeThings(rows, { version: "new" });
      expect(await runStage({ root }, stage)).toEqual(done);
      expect(stage.runs).toBe(0);
      expect(await allOf(readParquetRows(part(root)))).toHaveLength(2);
      expect(readdirSync(root).sort()).toEqual([".stage", "manifest.json", "refused", "things"]);
      expect(readdirSync(join(root, ".stage"))).toEqual([]);
    },
  );

  test("whose marker is damaged is BAD_WORKSPACE, naming it", async () => {
    const { root, staging } = await interrupted();
    truncateSync(join(staging, "commit.json"), 10);
    await expect(runStage({ root }, makeThings(rows))).rejects.toMatchObject({
      code: "BAD_WORKSPACE",
      message: expect.stringContaining(join(staging, "commit.json")),
    });
  });

  test("of another stage is completed too", async () => {
    const { root, done } = await interrupted();
    await runStage({ root }, deriveThings());
    expect((await readManifest({ root })).stages.make).toEqual(done);
  });

  test("leaves what a killed process spilled only as long as it runs", async () => {
    const root = temporaryFolder({
      ".spill-999999999-abc/x": "",
      [`.spill-${process.pid}-abc/x`]: "",
      ".lock-999999999-x": "",
    });
    await runStage({ root }, makeThings(rows));
    expect(readdirSync(root).filter((name) => /^\.(spill|lock)/.test(name))).toEqual([`.spill-${process.pid}-abc`]);
  });
});

test("commitStage records rows, sizes and hashes of all parts", async () => {
  const root = temporaryFolder({
    ".stage/make/things/part-00001.parquet": "b",
    ".stage/make/things/part-00000.parquet": "aa",
  });
  const counts = { read: 3, used: 3, refused: 0, byReason: {} };
  const base = {
    key: "k",
    toolVersion: "1",
    config: {},
    inputs: {},
    seed: null,
    counts,
    result: {},
    startedAt: "",
    finishedAt: "",
  };
  const record = await commitStage({ root }, "make", base, { things: 3 });
  expect(record.tables.things).toEqual({
    rows: 3,
    parts: [
      {
        file: "things/part-00000.parquet",
        bytes: 2,
        sha256: "961b6dd3ede3cb8ecbaacbd68de040cd78eb2ed5889130cceb4c49268ea4d506",
      },
      {
        file: "things/part-00001.parquet",
        bytes: 1,
        sha256: "3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d",
      },
    ],
  });
});

/** Every file below a folder with its content. */
function snapshot(root: string): Record<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, "base64")]));
}
