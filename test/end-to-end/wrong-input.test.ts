import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";
import { beforeAll, describe, expect, test } from "vitest";
import { type Ran, runMemop } from "../run-memop.ts";

const folder = mkdtempSync(join(tmpdir(), "memop-wrong-"));
const at = (name: string): string => join(folder, name);

/** Runs a command line whose input is wrong: however it ends, it must not end as a bug of the program. */
async function memop(...argv: string[]): Promise<Ran> {
  const ran = await runMemop(argv, { workingFolder: folder });
  expect(ran.err).not.toContain("this is a bug");
  expect(ran.err).not.toMatch(/^\s+at .+:\d+:\d+\)?$/m);
  if (ran.code !== 0) expect(`${ran.err}${ran.out}`).toMatch(/error [A-Z_]+: \S|refused|required|invalid/);
  return ran;
}

const run = (task: string, resolved = true): object => ({
  instance_id: task,
  resolved,
  messages: [
    { role: "user", content: "fix it" },
    { role: "assistant", content: "", tool_calls: [call("c1", "sed -i s/a/b/ src/a.py")] },
    { role: "tool", tool_call_id: "c1", content: "" },
  ],
});
const call = (id: string, command: string): object => ({
  id,
  type: "function",
  function: { name: "bash", arguments: JSON.stringify({ command }) },
});
const task = (id: string, more: object = {}): object => ({
  instance_id: id,
  repo: "o/r",
  base_commit: "c0ffee",
  problem_statement: "p",
  patch: "--- a/src/a.py\n+++ b/src/a.py\n@@ -1 +1 @@ def f():\n-a\n+b\n",
  test_patch: "",
  FAIL_TO_PASS: ["t"],
  PASS_TO_PASS: [],
  ...more,
});
const lines = (...rows: object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

beforeAll(async () => {
  writeFileSync(at("tasks.jsonl"), lines(task("o__r-1"), task("o__r-2")));
  writeFileSync(at("none.jsonl"), lines(run("o__r-1", false), run("o__r-2"), run("o__r-3")));
  writeFileSync(at("cards.csv"), "task_id,condition,sr\nt1,none,100\n");
  writeFileSync(at("memory.jsonl"), lines(run("o__r-1"), run("o__r-2")));
  expect((await memop("ingest", "none.jsonl", "--tasks", "tasks.jsonl", "--out", "ws")).code).toBe(0);
  expect((await memop("ingest", "memory.jsonl", "--condition", "memory.md", "--out", "ws")).code).toBe(0);
  expect((await memop("score", "ws", "--budget", "20")).code).toBe(0);
  expect((await memop("curate", "ws")).code).toBe(0);
  expect((await memop("reward", "ws")).code).toBe(0);
});

/** Every command that reads a workspace. */
const readers: readonly (readonly string[])[] = [
  ["score", "WS", "--budget", "20", "--force"],
  ["curate", "WS", "--force"],
  ["reward", "WS", "--force"],
  ["export", "WS", "--recipe", "sft", "--target", "trl", "--out", "export-of-broken"],
  ["report", "WS", "--out", "broken.html"],
  ["sql", "WS", "select * from trajectories"],
  ["sql", "WS", "select * from trajectories", "--json"],
  ["show", "WS"],
  ["show", "WS", "o__r-3"],
  ["gather", "WS", "--out", "gathered-from-broken"],
];
const titled = (all: readonly (readonly string[])[]) => all.map((argv) => [`memop ${argv.join(" ")}`, argv] as const);
const onWorkspace = (argv: readonly string[], workspace: string): string[] =>
  argv.map((each) => (each === "WS" ? workspace : each));

describe("a workspace whose manifest is garbage is refused by", () => {
  test.each(
    titled([...readers, ["ingest", "none.jsonl", "--out", "WS"], ["import", "scores", "cards.csv", "--out", "WS"]]),
  )("%s", async (_, argv) => {
    cpSync(at("ws"), at("garbage"), { recursive: true });
    writeFileSync(at("garbage/manifest.json"), "{ this is no manifest");
    const { code, err } = await memop(...onWorkspace(argv, "garbage"));
    // Looking into tables needs no manifest.
    const readsTablesOnly = argv[0] === "sql" || (argv[0] === "show" && argv.length > 2);
    expect(code, err).toBe(readsTablesOnly ? 0 : 2);
    if (!readsTablesOnly) expect(err).toContain("manifest.json is no manifest that this version reads");
  });
});

describe("a workspace with a truncated Parquet part is refused by", () => {
  test.each(titled(readers))("%s", async (_, argv) => {
    cpSync(at("ws"), at("truncated"), { recursive: true });
    for (const table of ["trajectories", "scores", "decisions"]) {
      for (const name of readdirSync(at(`truncated/${table}`))) truncateSync(at(`truncated/${table}/${name}`), 40);
    }
    const { code, err } = await memop(...onWorkspace(argv, "truncated"));
    expect(code).toBe(2);
    expect(err).toMatch(/part-00000\.parquet/);
  });
});

describe("a folder in the place of a file, and the reverse", () => {
  beforeAll(() => {
    mkdirSync(at("empty-folder"), { recursive: true });
    mkdirSync(at("taken.json.tmp"), { recursive: true });
    writeFileSync(at("a-file"), "text\n");
  });

  test.each(
    titled([
      ["import", "tasks", "empty-folder", "--out", "import-ws"],
      ["run", "empty-folder"],
      ["export", "ws", "--recipe", "sft", "--target", "trl", "--out", "x", "--tokenizer", "empty-folder"],
      ["export", "ws", "--recipe", "sft", "--target", "trl", "--out", "x", "--tokenizer", "a-file"],
      ["report", "ws", "--out", "empty-folder"],
      ["convert", "none.jsonl", "--to", "atif", "--out", "empty-folder"],
      ["ingest", "empty-folder", "--out", "ingest-ws"],
      ["score", "a-file"],
      ["show", "a-file"],
      ["gather", "a-file", "--out", "gather-ws"],
      ["ingest", "none.jsonl", "--out", "a-file"],
      ["import", "tasks", "tasks.jsonl", "--out", "a-file"],
      ["import", "tasks", "nowhere.jsonl", "--out", "import-ws"],
      ["export", "ws", "--recipe", "sft", "--target", "trl", "--out", "a-file"],
      // An output below something that is a file.
      ["ingest", "none.jsonl", "--out", "a-file/ws"],
      ["import", "tasks", "tasks.jsonl", "--out", "a-file/ws"],
      ["export", "ws", "--recipe", "sft", "--target", "trl", "--out", "a-file/export"],
      ["report", "ws", "--out", "a-file/report.html"],
      ["convert", "none.jsonl", "--to", "atif", "--out", "a-file/run.json"],
      ["convert", "none.jsonl", "--to", "atif", "--out", "taken.json"],
      ["gather", "ws", "--out", "a-file/ws"],
      ["run", "a-file/pipeline.yaml"],
    ]),
  )("%s", async (_, argv) => {
    const { code, err } = await memop(...argv);
    expect(code, err).toBe(2);
  });
});

test.skipIf(process.getuid?.() === 0)("a folder that may not be written is named", async () => {
  mkdirSync(at("forbidden"));
  chmodSync(at("forbidden"), 0o500);
  const { code, err } = await memop("ingest", "none.jsonl", "--out", "forbidden/ws");
  expect(code).toBe(2);
  expect(err).toContain("forbidden");
});

describe("odd tasks and predictions", () => {
  test("an empty tasks file is refused, and the runs are read", async () => {
    writeFileSync(at("nothing.jsonl"), "");
    const { code, out } = await memop(
      "ingest",
      "none.jsonl",
      "--tasks",
      "nothing.jsonl",
      "--out",
      "no-tasks",
      "--json",
    );
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ byReason: { empty: 1 } });
  });

  test.each(["utf16le", "utf16be"])("tasks in %s are refused by the name of their encoding", async (encoding) => {
    const text = Buffer.from(`\uFEFF${lines(task("o__r-9"))}`, "utf16le");
    writeFileSync(at(`${encoding}.jsonl`), encoding === "utf16le" ? text : text.swap16());
    const { code, out } = await memop("ingest", `${encoding}.jsonl`, "--out", `${encoding}-ws`, "--json");
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ read: 1, used: 0, byReason: { "wrong-encoding": 1 } });
    const imported = await memop("import", "tasks", `${encoding}.jsonl`, "--out", `${encoding}-import`);
    expect(imported.code).toBe(2);
  });

  test("a null patch of a prediction stays unknown, an empty one empty", async () => {
    const predictions = [
      { instance_id: "o__r-1", model_name_or_path: "m", model_patch: null },
      { instance_id: "o__r-2", model_name_or_path: "m", model_patch: "" },
    ];
    writeFileSync(at("preds.jsonl"), lines(...predictions));
    expect((await memop("ingest", "none.jsonl", "preds.jsonl", "--out", "preds-ws")).code).toBe(0);
    const { out } = await memop(
      "sql",
      "preds-ws",
      "select task_id, final_patch from trajectories order by 1",
      "--json",
    );
    expect(JSON.parse(out)).toEqual([
      { task_id: "o__r-1", final_patch: null },
      { task_id: "o__r-2", final_patch: "" },
      { task_id: "o__r-3", final_patch: null },
    ]);
  });
});

describe("Parquet that is none", () => {
  test.each([
    ["a beginning alone", (whole: Buffer) => whole.subarray(0, 3000)],
    ["nothing but the mark", () => Buffer.from("PAR1")],
    ["a damaged middle", (whole: Buffer) => Buffer.from(whole).fill(0xff, 100, whole.length - 1000)],
  ])("%s is refused by every command that reads files", async (name, damage) => {
    const file = `${name}.parquet`;
    writeFileSync(at(file), damage(readFileSync(at("ws/trajectories/part-00000.parquet"))));
    for (const argv of [
      ["ingest", file, "--out", `${name}-ingested`],
      ["import", "tasks", file, "--out", `${name}-imported`],
      ["convert", file, "--to", "atif", "--out", "never.json"],
    ]) {
      const { code, err } = await memop(...argv);
      expect(code, `${argv.join(" ")}: ${err}`).toBe(2);
      expect(err).toContain(argv[0] === "ingest" ? "refused/ingest.jsonl" : "Parquet");
    }
  });
});

describe("a query with a mistake says which, and prints nothing to standard output", () => {
  test.each([
    ["", "the query is empty"],
    [" \n", "the query is empty"],
    ["select nonsense from tasks", "nonsense"],
    ["select cast(task_id as integer) from tasks", "o__r-1"],
    ["select 'it''s", "syntax error|unterminated"],
    ["select error('boom') from tasks", "boom"],
  ])("%j", async (query, message) => {
    for (const more of [[], ["--json"], ["--jsonl"]]) {
      const { code, out, err } = await memop("sql", "ws", query, ...more);
      expect(err).toMatch(new RegExp(message));
      expect([code, out]).toEqual([2, ""]);
    }
  });

  test("no rows are an empty list", async () => {
    expect((await memop("sql", "ws", "select 1 where false", "--json")).out).toBe("[]\n");
  });
});

describe("odd names", () => {
  const names = ["a b.jsonl", "it's.jsonl", 'say "hi".jsonl', "new\nline.jsonl", "ünïcödé 🚀.jsonl", "star*[1]?.jsonl"];

  test("files of any name are read, and stand in the tables under it", async () => {
    mkdirSync(at("odd"));
    for (const [number, name] of names.entries()) writeFileSync(at(`odd/${name}`), lines(run(`o__r-${number}`)));
    const { code, out } = await memop("ingest", "odd", "--out", "odd-ws", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ read: 6, used: 6 });
    const rows = await memop("sql", "odd-ws", "select source from trajectories", "--json");
    const sources = (JSON.parse(rows.out) as { source: string }[]).map((row) => row.source);
    expect(sources.sort()).toEqual(names.map((name) => `odd/${name}`).sort());
  });

  test.each([`it's a "workspace" [1]`, "w{a,b}*?", "w;drop#%20", "w\\b wörk 🚀"])(
    "every command works in the workspace %j",
    async (name) => {
      await memop("ingest", "none.jsonl", "--tasks", "tasks.jsonl", "--out", name);
      for (const argv of [["ingest", "memory.jsonl", "--condition", "memory.md", "--out", "WS"], ...readers]) {
        const own = onWorkspace(argv, name).map((each) => each.replace("broken", name));
        const { code, err } = await memop(...own);
        expect(code, `${own.join(" ")}: ${err}`).toBe(0);
      }
    },
  );

  test.each(["it's.csv", "a [1].csv", "b*.csv"])("a table is imported from %j", async (name) => {
    writeFileSync(at(name), "task_id,condition,sr\nt1,none,100\n");
    const { code, out, err } = await memop("import", "scores", name, "--out", `${name}-ws`, "--json");
    expect(code, err).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ used: 1 });
  });

  test("a loop of symbolic links ends", async () => {
    mkdirSync(at("loop/inner"), { recursive: true });
    writeFileSync(at("loop/inner/run.jsonl"), lines(run("o__r-1")));
    symlinkSync("..", at("loop/inner/up"));
    symlinkSync("self", at("loop/self"));
    const { code, out, err } = await memop("ingest", "loop", "--out", "loop-ws", "--json");
    expect(code, err).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ byFormat: { "chat-rows": 1 }, used: 1 });
  });
});

describe("archives", () => {
  async function tarOf(members: Readonly<Record<string, string>>): Promise<Buffer> {
    const archive = pack();
    for (const [name, content] of Object.entries(members)) archive.entry({ name }, content);
    archive.finalize();
    const chunks: Buffer[] = [];
    for await (const chunk of archive) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }

  test("one of no bytes, and one of nothing but an end, are refused as empty", async () => {
    writeFileSync(at("zero.tar.gz"), "");
    writeFileSync(at("bare.tar.gz"), gzipSync(Buffer.alloc(0)));
    writeFileSync(at("end.tar"), await tarOf({}));
    for (const name of ["zero.tar.gz", "bare.tar.gz", "end.tar"]) {
      const { code, out } = await memop("ingest", name, "--out", `${name}-ws`, "--json");
      expect(code).toBe(2);
      expect(JSON.parse(out), name).toMatchObject({ read: 1, used: 0, refused: 1 });
    }
  });

  test("members with absolute and ../ names are content like any other: nothing is written under their names", async () => {
    const outside = `memop-escaped-${process.pid}`;
    const members = { [`/tmp/${outside}`]: lines(run("o__r-1")), [`../../${outside}`]: lines(run("o__r-2")) };
    writeFileSync(at("escape.tar.gz"), gzipSync(await tarOf(members)));
    const { code, out } = await memop("ingest", "escape.tar.gz", "--out", "escape-ws", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ used: 2 });
    expect(readdirSync(tmpdir())).not.toContain(outside);
    const rows = await memop("sql", "escape-ws", "select source from trajectories order by 1", "--json");
    expect(JSON.parse(rows.out)).toEqual([
      { source: `escape.tar.gz#../../${outside}` },
      { source: `escape.tar.gz#/tmp/${outside}` },
    ]);
  });

  test("one that breaks off gives what came before and says that it did", async () => {
    const whole = gzipSync(await tarOf({ "a.jsonl": lines(run("o__r-1")), "b.jsonl": "x".repeat(200_000) }));
    writeFileSync(at("cut.tar.gz"), whole.subarray(0, whole.length - 60));
    const { code, out } = await memop("ingest", "cut.tar.gz", "--out", "cut-ws", "--json");
    expect(code).toBe(0);
    // The archive as a whole, and the member in which it breaks off.
    expect(JSON.parse(out)).toMatchObject({ used: 1, byReason: { "damaged-file": 2 } });
  });
});

describe("extreme sizes", () => {
  test("200,000 levels of nesting are refused", async () => {
    writeFileSync(at("deep.json"), `${'{"messages":['.repeat(100_000)}${"]}".repeat(100_000)}`);
    writeFileSync(at("deep-list.json"), `${"[".repeat(200_000)}${"]".repeat(200_000)}`);
    writeFileSync(
      at("deep-row.jsonl"),
      `{"instance_id":"o__r-1","messages":[{"role":"user","content":"x"}],"extra":${"[".repeat(200_000)}${"]".repeat(200_000)}}\n`,
    );
    const { out, err } = await memop(
      "ingest",
      "deep.json",
      "deep-list.json",
      "deep-row.jsonl",
      "--out",
      "deep-ws",
      "--json",
    );
    expect(JSON.parse(out), err).toMatchObject({ read: 3, used: 0, refused: 3 });
  });

  test("5,000 empty files are 5,000 refusals", async () => {
    mkdirSync(at("many"));
    for (let number = 0; number < 5000; number += 1) writeFileSync(at(`many/${number}.traj`), "");
    const { code, out } = await memop("ingest", "many", "--out", "many-ws", "--json");
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ read: 5000, used: 0, byReason: { empty: 5000 } });
  });

  test.skipIf(process.env.MEMOP_LONG !== "1")("one line of 120 MB is read", async () => {
    const row = { ...run("o__r-1"), log: "x".repeat(120 * 1024 * 1024) };
    writeFileSync(at("long-line.jsonl"), lines(row, run("o__r-2")));
    const { code, out, err } = await memop("ingest", "long-line.jsonl", "--out", "long-ws", "--json");
    expect(code, err).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ used: 2 });
  });
});

test("a program started with wrong input ends with 2 and prints no stack", () => {
  const program = join(import.meta.dirname, "..", "..", "packages/cli/src/bin.ts");
  const flags = ["--conditions=@memop/source", "--import", import.meta.resolve("tsx"), program];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, "report", "ws", "--out", "a-file/x.html"], {
    cwd: folder,
    encoding: "utf8",
  });
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^error [A-Z_]+: /);
});
