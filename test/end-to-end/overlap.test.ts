import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { requirePart, sharedData } from "../real-parts.ts";
import { runJson, runMemop } from "../run-memop.ts";

const folder = mkdtempSync(join(tmpdir(), "memop-overlap-"));
const io = { workingFolder: folder };
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface OverlapReport {
  readonly overlap: {
    readonly systems: readonly { readonly name: string; readonly resolved: number; readonly exclusive: number }[];
    readonly union: number;
    readonly all: number;
    readonly intersections: readonly { readonly systems: readonly string[]; readonly count: number }[];
  } | null;
}

const report = (ws: string, ...options: string[]) =>
  runJson<OverlapReport>(["report", ws, "--out", `${ws}.html`, ...options], io);

describe("resolved sets", () => {
  test("of reports alone are told apart by their labels", async () => {
    for (const [name, resolved] of [
      ["one", ["a__b-1", "a__b-2"]],
      ["two", ["a__b-2", "a__b-3"]],
    ] as const) {
      mkdirSync(join(folder, "reports", name), { recursive: true });
      const lists = {
        resolved,
        no_generation: [],
        generated: ["a__b-1", "a__b-2", "a__b-3"],
        applied: [],
        with_logs: ["a__b-1", "a__b-2", "a__b-3"],
      };
      writeFileSync(join(folder, "reports", name, "report.json"), JSON.stringify(lists));
    }
    await runJson(["ingest", "reports", "--labels", "{condition}/*", "--out", "reports-ws"], io);
    const { overlap } = await report("reports-ws");
    expect(overlap).toMatchObject({
      systems: [
        { name: "one", resolved: 2, exclusive: 1 },
        { name: "two", resolved: 2, exclusive: 1 },
      ],
      union: 3,
      all: 1,
    });
  });

  test("of imported outcomes go by their own columns, an id is made when there is none", async () => {
    writeFileSync(join(folder, "o.csv"), "task_id,agent,resolved\nt1,x,true\nt1,y,false\nt2,x,true\nt2,y,true\n");
    expect(await runJson(["import", "outcomes", "o.csv", "--out", "outcomes-ws"], io)).toMatchObject({ used: 4 });
    expect((await report("outcomes-ws")).overlap).toMatchObject({
      systems: [
        { name: "x", resolved: 2, exclusive: 1 },
        { name: "y", resolved: 1, exclusive: 0 },
      ],
    });
  });

  test("of submissions by name are imported as they are", async () => {
    writeFileSync(join(folder, "s.json"), JSON.stringify({ a: ["t1", "t2"], b: ["t2"], c: [] }));
    await runJson(["import", "outcomes", "s.json", "--out", "submissions-ws"], io);
    const { overlap } = await report("submissions-ws");
    expect(overlap?.intersections.map(({ systems, count }) => [systems, count])).toEqual([
      [["a", "b"], 1],
      [["a"], 1],
    ]);
  });

  test("of one system overlap with nothing, and the report says so in its JSON", async () => {
    writeFileSync(join(folder, "single.csv"), "task_id,resolved\nt1,true\n");
    await runJson(["import", "outcomes", "single.csv", "--out", "single-ws"], io);
    expect((await report("single-ws")).overlap).toBeNull();
  });

  test("--systems-by takes columns that there are", async () => {
    const { code, err } = await runMemop(["report", "outcomes-ws", "--out", "x.html", "--systems-by", "colour"], io);
    expect([code, err]).toEqual([2, expect.stringContaining("columns: condition, agent, model, run")]);
  });
});

const data = sharedData();
const skip = requirePart("shared", data !== null, "no recorded runs");

describe.skipIf(skip)("on recorded results", () => {
  test("three runs of AutoCodeRover resolve 54, 57 and 57 tasks, 78 together, 37 each time; 7, 13 and 5 alone", async () => {
    for (const run of ["acr-run-1", "acr-run-2", "acr-run-3"]) {
      cpSync(join(data ?? "", "autocoderover", run, "new_eval_results"), join(folder, "acr", run), { recursive: true });
    }
    await runJson(["ingest", "acr", "--labels", "{run}/*", "--out", "acr-ws"], io);
    const { overlap } = await report("acr-ws");
    const figures = overlap?.systems.map(({ name, resolved, exclusive }) => [name, resolved, exclusive]).sort();
    expect(figures).toEqual([
      ["acr-run-1", 54, 7],
      ["acr-run-2", 57, 13],
      ["acr-run-3", 57, 5],
    ]);
    expect(overlap).toMatchObject({ union: 78, all: 37 });
  });

  test("any five of the public submissions to SWE-bench Lite overlap", async () => {
    const file = join(data ?? "", "swebench-experiments/lite_resolved_by_submission.derived.json");
    await runJson(["import", "outcomes", file, "--out", "lite-ws"], io);
    const five = [
      "20240402_rag_gpt4",
      "20240523_aider",
      "20240621_autocoderover-v20240620",
      "20240630_agentless_gpt4o",
      "20241208_gru",
    ];
    const { overlap } = await report("lite-ws", ...five.flatMap((name) => ["--system", name]));
    expect(overlap?.systems.map(({ name }) => name)).toEqual(five);
    const counted = overlap?.intersections.reduce((sum, { count }) => sum + count, 0);
    expect(counted).toBe(overlap?.union);
    const [row] = await runJson<{ n: number }[]>(
      [
        "sql",
        "lite-ws",
        `select count(distinct task_id) as n from outcomes where condition in (${five.map((name) => `'${name}'`).join(",")})`,
      ],
      io,
    );
    expect(overlap?.union).toBe(row?.n);
  });
});
