import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { requirePart, sharedData } from "../real-parts.ts";
import { runJson } from "../run-memop.ts";

// The same SWE-bench Lite tasks run twice by the same agent and model, with no memory involved: every true effect is zero.
const shared = sharedData();
const skip = requirePart("shared", shared !== null, "no folder of real data");

describe.skipIf(skip)("two real SWE-agent runs of SWE-bench Lite", () => {
  const data = shared ?? "";
  const workspace = join(mkdtempSync(join(tmpdir(), "memop-lite-")), "ws");
  const results: Record<string, unknown>[] = [];

  beforeAll(async () => {
    const tasks = join(data, "swe-bench-dataset/swe-bench-lite.derived.jsonl");
    const archive = (run: number): string => join(data, `swe-agent-lite/swe-agent-lite-run-${run}.tar.gz`);
    results.push(await runJson(["ingest", archive(1), "--tasks", tasks, "--out", workspace]));
    results.push(await runJson(["ingest", archive(2), "--condition", "run-2", "--out", workspace]));
    results.push(await runJson(["score", workspace, "--budget", "30"]));
    results.push(await runJson(["curate", workspace]));
    results.push(await runJson(["reward", workspace]));
  });

  const sql = <T>(query: string): Promise<T[]> => runJson<T[]>(["sql", workspace, query]);

  test("275 and 276 trajectories are read, and used + refused = read", () => {
    for (const result of results.slice(0, 2)) {
      expect(Number(result.used) + Number(result.refused)).toBe(result.read);
    }
    expect(results[0]).toMatchObject({ byFormat: { "swe-agent": 275, task: 300 } });
    expect(results[1]).toMatchObject({ byFormat: { "swe-agent": 276 } });
  });

  test("every file and archive member stands in a source column or among the refused", async () => {
    const rows = await sql<{ source: string }>(
      "select source from trajectories union select source from tasks union select source from records",
    );
    const refused = readFileSync(join(workspace, "refused/ingest.jsonl"), "utf8").trim().split("\n");
    const sources = new Set([
      ...rows.map((row) => row.source),
      ...refused.map((line) => JSON.parse(line).source as string),
    ]);
    for (const name of ["final_report.json", "args.yaml"]) {
      expect([...sources].some((source) => source.includes(name))).toBe(true);
    }
  });

  test("28 and 33 are resolved, and no outcome is unknown", async () => {
    const rows = await sql(
      `select t.condition, count(*) filter (o.resolved) as resolved, count(*) filter (o.resolved is null) as unknown
       from outcomes o join trajectories t using (trajectory_id) group by all order by 1`,
    );
    expect(rows).toEqual([
      { condition: "none", resolved: 28, unknown: 0 },
      { condition: "run-2", resolved: 33, unknown: 0 },
    ]);
  });

  test("of 245 and 243 non-empty patches 105 and 113 touch the gold file", async () => {
    const rows = await sql(
      `select t.condition, count(*) as patches, count(*) filter (contains(t.final_patch, 'diff --git a/' || k.gold_files[1])) as gold
       from trajectories t join tasks k using (task_id)
       where coalesce(t.final_patch, '') <> '' and t.task_id in (select task_id from records where kind = 'prediction')
       group by all order by 1`,
    );
    expect(rows).toEqual([
      { condition: "none", patches: 245, gold: 105 },
      { condition: "run-2", patches: 243, gold: 113 },
    ]);
  });

  test("all ten metrics are defined for every task that has a gold function", async () => {
    const [row] = await sql<Record<string, number>>(
      `select count(*) as cards, count(la_file_1 + la_file_all + la_func_1 + la_func_all + le_file_1 + le_file_all + le_func_1
         + le_func_all + sr + e_resolve) as whole from scores join tasks using (task_id) where len(gold_functions) > 0`,
    );
    expect(row?.whole).toBe(row?.cards);
    expect(results[2]).toMatchObject({ scored: 551, skipped: 0, budget: 30 });
  });

  test("curation and rewards finish with a false-accept rate beside the verdict", async () => {
    // Both runs of django__django-13757 rewrite a test that judges them: that task is in neither arm.
    const excluded = { "hack-tests": 1, "no-baseline": 1 };
    expect(results[3]).toMatchObject({
      policy: "memop-strict",
      by: "condition",
      pairsUsed: 274,
      pairsPossible: 276,
      excluded,
    });
    expect(results[3]?.falseAcceptRate).toBeGreaterThan(0);
    expect(results[4]).toMatchObject({ rewards: 274 });
  });
});
