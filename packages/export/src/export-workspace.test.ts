import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, type Row, readParquetSql } from "@memop/core";
import { findPart, requirePart } from "@memop/core/testing";
import { afterAll, describe, expect, test } from "vitest";
import { ExportManifest } from "./dataset/export-manifest.ts";
import { exportWorkspace } from "./export-workspace.ts";
import { makeEdit, makeStep, makeTrajectory, makeTurn } from "./testing/make-trajectory.ts";
import { decisionRow, makeWorkspace, trajectoryRow, type WorkspaceRows } from "./testing/make-workspace.ts";

const root = mkdtempSync(join(tmpdir(), "memop-export-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let made = 0;
function fresh(name: string): string {
  made += 1;
  return join(root, `${name}-${made}`);
}

const run = makeTrajectory([
  makeStep(0, { source: "system", text: "You are an agent." }),
  makeStep(1, { source: "user", text: "Solve this: the parser drops the last line." }),
  makeTurn(2, 1, "grep -rn last_line src", "src/parser.py:12:def last_line(text):"),
  makeTurn(3, 2, "sed -i 's/-1/0/' src/parser.py", ""),
  makeTurn(4, 3, "pytest -q", "1 passed\u2028in 0.1 s \ud83d"),
  makeTurn(5, 4, "submit", ""),
]);

const task = (id: string, fields: Row = {}): Row => ({
  task_id: id,
  repo: "owner/parser",
  base_commit: "abc123",
  problem_statement: "The parser drops the last line.",
  ...fields,
});
const memory = (id: string, fields: Row = {}): Row => ({
  memory_id: id,
  condition: "markdown",
  task_id: "t1",
  repo: "owner/parser",
  text: `# Memory ${id}\n- last_line in src/parser.py counts from the end.\n`,
  source_trajectory_ids: ["base-1"],
  ...fields,
});

const rows = {
  tasks: [task("t1"), task("t2", { problem_statement: null }), task("t3")],
  trajectories: [
    trajectoryRow("base-1", "t1", run),
    trajectoryRow("base-2", "t2", run, { run: "b" }),
    trajectoryRow("base-2-timeout", "t2", run, { run: "a", health: "timeout" }),
    trajectoryRow("with-2", "t2", run, { condition: "markdown", memory_id: "m2" }),
    trajectoryRow("with-3", "t3", run, { condition: "markdown", memory_id: "m2" }),
  ],
  memories: [
    memory("m1"),
    memory("m2", { task_id: null, source_trajectory_ids: [] }),
    memory("m3", { text: "  " }),
    memory("m4", { source_trajectory_ids: ["gone"] }),
    memory("m5"),
    memory("m6"),
    memory("m7", { text: "# Memory m1\n- last_line in src/parser.py counts from the end.\n" }),
  ],
  decisions: [
    decisionRow("m1"),
    decisionRow("m2", { rollouts: ["with-2", "with-3"], reward: 0.5, reward_se: null }),
    decisionRow("m3"),
    decisionRow("m4"),
    decisionRow("m5", { verdict: "reject", reasons: ["harm: sr -4.00"] }),
    decisionRow("m6", { hygiene: "drop", hygiene_reasons: ["leak"] }),
    decisionRow("m7"),
    decisionRow("missing"),
    decisionRow("m8", { candidate_id: "condition:markdown", candidate_kind: "condition", memory_id: null }),
    decisionRow("m9", { verdict: "undecided" }),
  ],
} as const satisfies WorkspaceRows;

const sft = { recipe: "sft", target: "trl" } as const;

describe("an export of accepted memories", async () => {
  const workspace = await makeWorkspace(fresh("ws"), rows);
  const outDir = fresh("out");
  const result = await exportWorkspace(workspace, { ...sft, outDir });
  const refused = readFileSync(join(outDir, "refused.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

  test("writes what passed and gives a reason for everything else", () => {
    expect(result).toEqual({
      recipe: "sft",
      target: "trl",
      rows: 2,
      refused: 8,
      byReason: {
        "condition-candidate": 1,
        duplicate: 1,
        "empty-memory": 1,
        hygiene: 1,
        "no-memory": 1,
        "no-source-trajectory": 1,
        rejected: 1,
        undecided: 1,
      },
      files: [join(outDir, "train.jsonl")],
    });
    expect(refused).toHaveLength(8);
    expect(refused).toContainEqual({
      candidate_id: "memory:m6",
      memory_id: "m6",
      task_id: "t1",
      reason: "hygiene",
      message: "hygiene says drop: leak",
    });
  });

  test("has the golden rows", async () => {
    await expect(readFileSync(join(outDir, "train.jsonl"), "utf8")).toMatchFileSnapshot("golden/sft-trl/train.jsonl");
  });

  test("has the golden card", async () => {
    const card = readFileSync(join(outDir, "README.md"), "utf8").replaceAll(/`[0-9a-f]{16}`/g, "`<hash>`");
    await expect(card).toMatchFileSnapshot("golden/sft-trl/README.md");
  });

  test("has a manifest that counts what was read, and whose hashes are those of the files", () => {
    const manifest = ExportManifest.parse(JSON.parse(readFileSync(join(outDir, "manifest.json"), "utf8")));
    expect(manifest.counts).toMatchObject({
      read: 10,
      rows: 2,
      refused: 8,
      replacedSurrogates: 2,
      tasksFromTrajectory: 1,
    });
    expect(manifest.tokenizer).toEqual({ name: "estimate", exact: false });
    expect(manifest.policies).toEqual([{ policy: "confident", rows: 2, falseAcceptRate: 0.04 }]);
    expect(manifest.files.map(({ file, rows }) => [file, rows])).toEqual([
      ["train.jsonl", 2],
      ["tables/provenance.parquet", 2],
      ["refused.jsonl", 8],
      ["README.md", null],
    ]);
    for (const { file, bytes } of manifest.files) expect(readFileSync(join(outDir, file)).length).toBe(bytes);
  });

  test("takes the healthy baseline of a task when the memory names no source", () => {
    const [, second] = readFileSync(join(outDir, "train.jsonl"), "utf8").split("\n");
    expect(JSON.parse(second ?? "")).toMatchObject({ memory_id: "m2", task_id: "t2", source_trajectory_id: "base-2" });
  });

  test("says in the provenance table where each row comes from", async () => {
    const database = await openDatabase();
    const lines = await database.all(
      `SELECT split, file, row, memory_id, rollouts, turns_folded FROM ${readParquetSql([join(outDir, "tables", "provenance.parquet")])}`,
    );
    database.close();
    expect(lines).toEqual([
      { split: "train", file: "train.jsonl", row: 0, memory_id: "m1", rollouts: [], turns_folded: 0 },
      { split: "train", file: "train.jsonl", row: 1, memory_id: "m2", rollouts: ["with-2", "with-3"], turns_folded: 0 },
    ]);
  });

  test("has the same rows as Parquet, with the golden schema", async () => {
    const parquetDir = fresh("out");
    await exportWorkspace(workspace, { ...sft, writer: "parquet", outDir: parquetDir });
    const database = await openDatabase();
    const from = readParquetSql([join(parquetDir, "train-00000.parquet")]);
    const schema = await database.all(`SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM ${from})`);
    const read = await database.all(`SELECT * FROM ${from}`);
    database.close();
    const lines = readFileSync(join(outDir, "train.jsonl"), "utf8").trim().split("\n");
    expect(read).toEqual(lines.map((line) => JSON.parse(line)));
    const text = schema.map(({ column_name, column_type }) => `${column_name} ${column_type}\n`).join("");
    await expect(text).toMatchFileSnapshot("golden/sft-trl/parquet-schema.txt");
  });

  test("replaces an earlier export, byte for byte the same, and nothing else", async () => {
    const before = readFileSync(join(outDir, "manifest.json"));
    await exportWorkspace(workspace, { ...sft, outDir });
    expect(readFileSync(join(outDir, "manifest.json"))).toEqual(before);
    const other = fresh("other");
    await makeWorkspace(other, {});
    await expect(exportWorkspace(workspace, { ...sft, outDir: other })).rejects.toMatchObject({ code: "BAD_USAGE" });
  });

  test("shares rows out by group when asked", async () => {
    const splitDir = fresh("out");
    const splits = { test: 0.99, by: "task" } as const;
    const { files } = await exportWorkspace(workspace, { ...sft, outDir: splitDir, splits });
    expect(files).toEqual([join(splitDir, "test.jsonl")]);
  });
});

test("nothing accepted makes a dataset without rows, with its reasons", async () => {
  const workspace = await makeWorkspace(fresh("ws"), {
    ...rows,
    decisions: [decisionRow("m1", { verdict: "reject" })],
  });
  const outDir = fresh("out");
  const result = await exportWorkspace(workspace, { ...sft, outDir });
  expect(result).toMatchObject({ rows: 0, refused: 1, byReason: { rejected: 1 }, files: [] });
  expect(existsSync(join(outDir, "train.jsonl"))).toBe(false);
  expect(readFileSync(join(outDir, "README.md"), "utf8")).toContain("None: nothing in the workspace passed.");
});

test("an empty workspace is no error", async () => {
  const result = await exportWorkspace(await makeWorkspace(fresh("ws"), {}), { ...sft, outDir: fresh("out") });
  expect(result).toMatchObject({ rows: 0, refused: 0 });
});

test("a long run is shortened into the budget, and one that cannot be is refused", async () => {
  const turns = Array.from({ length: 60 }, (_, at) =>
    makeTurn(at, at + 1, `cat file${at}.py`, "line of code\n".repeat(200)),
  );
  const long = makeTrajectory([...turns, makeTurn(60, 61, "edit", "", { edits: [makeEdit("a.py")] })]);
  const workspace = await makeWorkspace(fresh("ws"), {
    ...rows,
    trajectories: [trajectoryRow("base-1", "t1", long)],
    decisions: [decisionRow("m1")],
  });
  const outDir = fresh("out");
  await exportWorkspace(workspace, { ...sft, outDir, maxPromptTokens: 3000 });
  const { shortening, tokens } = ExportManifest.parse(JSON.parse(readFileSync(join(outDir, "manifest.json"), "utf8")));
  expect(tokens?.promptMax).toBeLessThanOrEqual(3000);
  expect(tokens?.promptMax).toBeGreaterThan(2700);
  expect(shortening).toMatchObject({ promptsShortened: 1, editsShortened: 0 });
  expect(shortening.turnsFolded).toBeGreaterThan(20);
  const tiny = await exportWorkspace(workspace, { ...sft, outDir, maxPromptTokens: 100 });
  expect(tiny.byReason).toEqual({ "over-budget": 1 });
});

test("a memory that serves many tasks yields at most so many rows, the same for the same seed", async () => {
  const tasks = Array.from({ length: 8 }, (_, at) => task(`t${at}`));
  const baseline = tasks.map(({ task_id }) => trajectoryRow(`base-${task_id}`, task_id as string, run));
  const used = tasks.map(({ task_id }) =>
    trajectoryRow(`with-${task_id}`, task_id as string, run, { condition: "markdown" }),
  );
  const workspace = await makeWorkspace(fresh("ws"), {
    tasks,
    trajectories: [...baseline, ...used],
    memories: [memory("wide", { task_id: null, source_trajectory_ids: [] })],
    decisions: [decisionRow("wide", { rollouts: used.map((row) => row.trajectory_id as string) })],
  });
  const tasksWith = async (seed: number): Promise<string[]> => {
    const outDir = fresh("out");
    const result = await exportWorkspace(workspace, { ...sft, outDir, seed });
    expect(result).toMatchObject({ rows: 4, byReason: { "over-cap": 4 } });
    const lines = readFileSync(join(outDir, "train.jsonl"), "utf8").trim().split("\n");
    return lines.map((line) => JSON.parse(line).task_id as string);
  };
  expect(await tasksWith(1)).toEqual(await tasksWith(1));
  expect(await tasksWith(1)).not.toEqual(await tasksWith(2));
});

test("a real tokenizer's counts hold the budget", async () => {
  const workspace = await makeWorkspace(fresh("ws"), { ...rows, decisions: [decisionRow("m1")] });
  const outDir = fresh("out");
  const characters = { name: "characters", exact: true, count: async (text: string) => text.length };
  const tokenizer = { ...characters, countAll: async (texts: readonly string[]) => texts.map((text) => text.length) };
  await exportWorkspace(workspace, { ...sft, outDir, tokenizer, maxPromptTokens: 900 });
  const manifest = ExportManifest.parse(JSON.parse(readFileSync(join(outDir, "manifest.json"), "utf8")));
  expect(manifest.tokenizer).toEqual({ name: "characters", exact: true });
  expect(manifest.tokens?.promptMax).toBeLessThanOrEqual(900);
  expect(manifest.shortening.turnsFolded).toBe(1);
});

test("unknown names and wrong options are bad config", async () => {
  const workspace = await makeWorkspace(fresh("ws"), {});
  const outDir = fresh("out");
  await expect(exportWorkspace(workspace, { ...sft, recipe: "dpo", outDir })).rejects.toMatchObject({
    code: "BAD_CONFIG",
    message: 'no export recipe is named "dpo"',
  });
  const both = { validation: 0.5, test: 0.5 };
  await expect(exportWorkspace(workspace, { ...sft, outDir, splits: both })).rejects.toMatchObject({
    code: "BAD_CONFIG",
  });
});

const python = findPart("python");
describe.skipIf(requirePart("python", python !== null, "loads datasets as trainers do"))("datasets", () => {
  test.each(["jsonl", "parquet"])(
    "loads the %s files by the card, prompt and completion as messages",
    async (writer) => {
      const outDir = fresh("out");
      const workspace = await makeWorkspace(fresh("ws"), rows);
      await exportWorkspace(workspace, { ...sft, writer, outDir });
      const script = `
import json, sys
from datasets import load_dataset
data = load_dataset(sys.argv[1], split="train", cache_dir=sys.argv[2])
print(json.dumps({"rows": data.num_rows, "columns": data.column_names, "last": data[1]}))
`;
      const file = join(root, "load.py");
      writeFileSync(file, script);
      const environment = { ...process.env, HF_HUB_OFFLINE: "1", HF_DATASETS_OFFLINE: "1" };
      const printed = execFileSync(python as string, [file, outDir, fresh("cache")], {
        encoding: "utf8",
        env: environment,
        stdio: ["ignore", "pipe", "ignore"],
      });
      const read = JSON.parse(printed.trim().split("\n").at(-1) ?? "");
      expect(read.rows).toBe(2);
      expect(read.columns.slice(0, 2)).toEqual(["prompt", "completion"]);
      expect(read.last.prompt[0].role).toBe("user");
      expect(read.last.completion[0].content).toContain("# Memory m2");
    },
  );
});
