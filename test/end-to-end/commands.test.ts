import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commands } from "@memop/cli";
import { describe, expect, test } from "vitest";
import { runJson, runMemop } from "../run-memop.ts";

const folder = mkdtempSync(join(tmpdir(), "memop-commands-"));

describe("help", () => {
  test.each(commands.map((command) => command.name))("memop %s --help", async (name) => {
    const { code, out } = await runMemop([name, "--help"]);
    expect(code).toBe(0);
    expect(out).toMatch(/example: memop /);
    expect(out).toContain("--json");
    await expect(out).toMatchFileSnapshot(`../golden/help/${name}.txt`);
  });

  test("memop --help lists every command", async () => {
    const { code, out } = await runMemop(["--help"]);
    expect(code).toBe(0);
    for (const { name } of commands) expect(out).toContain(`  ${name} `);
  });

  test("memop alone shows the same on standard error and fails", async () => {
    const { code, out, err } = await runMemop([]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("usage: memop COMMAND");
  });
});

describe("wrong usage ends with 2 and says what to do", () => {
  test.each([
    [["frobnicate"], 'no command is named "frobnicate"'],
    [["ingest"], "required option"],
    [["ingest", "--out", "ws"], "missing required argument"],
    [["ingest", "x.traj"], "--out"],
    [["ingest", "nowhere.traj", "--out", "ws"], "nowhere.traj: no such file or folder"],
    [["ingest", "nowhere-*.traj", "--out", "ws"], "matches no file"],
    [["ingest", ".", "--out", "ws", "--format", "nope"], 'no trajectory format is named "nope"'],
    [["ingest", ".", "--out", "ws", "--shard", "3/3"], "0 <= i < n"],
    [["ingest", ".", "--out", "ws", "--labels", "x/y"], "{condition}"],
    [["score", "nowhere"], "is no workspace"],
    [["score", "nowhere", "--budget", "many"], "whole number"],
    [["score", "nowhere", "--frob"], "unknown option"],
    [["curate", "nowhere"], "is no workspace"],
    [["curate", "nowhere", "--max-per-task", "0"], "whole number of at least 1"],
    [["import", "verses", "x.csv", "--out", "ws"], 'table "verses" cannot be imported'],
    [["sql", "nowhere", "select 1"], "is no workspace"],
    [["convert", ".", "--to", "nope", "--out", "x"], '--to "nope" is not known'],
    [["run", "nowhere.yaml"], "nowhere.yaml: cannot be read"],
    [["report", "nowhere", "--out", "x.html"], "is no workspace"],
  ])("memop %j", async (argv, message) => {
    const { code, out, err } = await runMemop(argv, { workingFolder: folder });
    expect(err).toContain(message);
    expect([code, out]).toEqual([2, ""]);
  });

  test("a query with a mistake names it", async () => {
    writeFileSync(
      join(folder, "t.jsonl"),
      '{"instance_id": "o__r-1", "repo": "o/r", "base_commit": "c", "problem_statement": "p", "patch": "", "test_patch": ""}\n',
    );
    await runJson(["ingest", "t.jsonl", "--out", "sql-ws"], { workingFolder: folder });
    const { code, err } = await runMemop(["sql", "sql-ws", "select nonsense from tasks"], { workingFolder: folder });
    expect(code).toBe(2);
    expect(err).toContain("nonsense");
  });

  test("an input without any record is refused and nothing is used", async () => {
    writeFileSync(join(folder, "poem.txt"), "roses are red\n");
    const { code, out } = await runMemop(["ingest", "poem.txt", "--out", "poem-ws", "--json"], {
      workingFolder: folder,
    });
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ read: 1, used: 0, refused: 1, byReason: { unrecognised: 1 } });
  });
});

describe("dry runs write nothing", () => {
  test("ingest lists its files", async () => {
    writeFileSync(join(folder, "poem.txt"), "roses are red\n");
    const result = await runJson(["ingest", "poem.txt", "--out", "never", "--dry-run"], { workingFolder: folder });
    expect(result).toMatchObject({ dryRun: true, files: [{ source: "poem.txt", sizeBytes: 14 }] });
    expect((await runMemop(["show", "never"], { workingFolder: folder })).code).toBe(2);
  });
});

test("formats lists what can be read and written", async () => {
  const formats = await runJson<{ name: string; kind: string; writes: boolean }[]>(["formats"]);
  expect(formats.filter((format) => format.writes).map((format) => format.name)).toContain("atif");
  expect(formats.map((format) => format.name)).toEqual(
    expect.arrayContaining([
      "swe-agent",
      "mini-swe-agent",
      "openhands-v0",
      "openhands-completions",
      "atif",
      "chat-rows",
    ]),
  );
});

test("doctor finds what nothing works without", async () => {
  const parts = await runJson<{ name: string; found: boolean; required: boolean }[]>(["doctor"]);
  expect(parts.filter((part) => part.required && !part.found)).toEqual([]);
});

describe("what was there is not replaced without a word", () => {
  const row = JSON.stringify({
    instance_id: "o__r-1",
    messages: [
      { role: "user", content: "x" },
      { role: "assistant", content: "y" },
    ],
  });

  test("ingesting into a workspace with imported outcomes keeps them", async () => {
    writeFileSync(join(folder, "rows.jsonl"), `${row}\n`);
    writeFileSync(join(folder, "o.csv"), "trajectory_id,task_id,resolved\nxx,o__r-9,true\n");
    await runJson(["import", "outcomes", "o.csv", "--out", "imported-ws"], { workingFolder: folder });
    await runJson(["ingest", "rows.jsonl", "--out", "imported-ws"], { workingFolder: folder });
    const query = "SELECT task_id, resolved FROM outcomes ORDER BY task_id";
    expect(await runJson(["sql", "imported-ws", query], { workingFolder: folder })).toEqual([
      { task_id: "o__r-1", resolved: null },
      { task_id: "o__r-9", resolved: true },
    ]);
  });

  test("gathering into a workspace that holds other inputs says so", async () => {
    writeFileSync(join(folder, "rows.jsonl"), `${row}\n`);
    writeFileSync(join(folder, "other.jsonl"), `${row.replace("o__r-1", "o__r-2")}\n`);
    await runJson(["ingest", "rows.jsonl", "--out", "gather-from"], { workingFolder: folder });
    await runJson(["ingest", "other.jsonl", "--out", "gather-into"], { workingFolder: folder });
    const { code, err } = await runMemop(["gather", "gather-from", "--out", "gather-into"], { workingFolder: folder });
    expect(code).toBe(2);
    expect(err).toContain("holds other inputs");
  });

  test("scoring a workspace of imported cards says that they need none", async () => {
    writeFileSync(join(folder, "cards.csv"), "task_id,condition,sr\no__r-1,none,100\n");
    await runJson(["import", "scores", "cards.csv", "--out", "cards-ws"], { workingFolder: folder });
    const { code, err } = await runMemop(["score", "cards-ws"], { workingFolder: folder });
    expect(code).toBe(2);
    expect(err).toContain("imported score cards need no scoring");
    expect(await runJson(["sql", "cards-ws", "select count(*) as n from scores"], { workingFolder: folder })).toEqual([
      { n: 1 },
    ]);
  });
});

test("run --set sets an option of a step, and a wrong option is found before anything runs", async () => {
  writeFileSync(
    join(folder, "p.yaml"),
    "name: p\nworkspace: p-ws\nstages:\n  - stage: ingest\n    paths: rows.jsonl\n  - stage: score\n",
  );
  writeFileSync(
    join(folder, "rows.jsonl"),
    '{"instance_id": "o__r-1", "resolved": true, "messages": [{"role": "user", "content": "x"}, {"role": "assistant", "content": "y"}]}\n',
  );
  const set = await runJson<{ stages: { result: Record<string, unknown> }[] }>(
    ["run", "p.yaml", "--set", "score.budget=30"],
    { workingFolder: folder },
  );
  expect(set.stages[1]?.result).toMatchObject({ scored: 1, budget: 30 });
  const wrong = await runMemop(["run", "p.yaml", "--set", "score.budgett=30", "--dry-run"], { workingFolder: folder });
  expect([wrong.code, wrong.out]).toEqual([2, ""]);
  expect(wrong.err).toContain("step score: unknown option '--budgett'");
});
