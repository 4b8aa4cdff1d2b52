import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRandom, openTables, openWorkspace } from "@memop/core";
import { requirePart, sharedData } from "@memop/core/testing";
import { type MetricValues, mapMetrics, scoresTable, scoreWorkspace } from "@memop/metrics";
import { ingest } from "@memop/trajectory";
import { afterAll, describe, expect, test } from "vitest";
import { curateWorkspace } from "./curate-workspace.ts";
import { measureTasks } from "./measure-tasks.ts";
import { type ComparedTask, openCards, pairArms } from "./pairing/pair-arms.ts";
import { confident } from "./policies/confident.ts";
import { memopStrict } from "./policies/memop-strict.ts";

const folder = mkdtempSync(join(tmpdir(), "memop-recorded-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const shared = sharedData();

// One agent and one model on the same tasks twice, without any memory: every true effect is 0.
describe("SWE-agent on SWE-bench Lite, run 2 taken for an arm with memory", () => {
  if (requirePart("shared", shared !== null, "two recorded runs of SWE-agent") || shared === null) return;
  const root = join(folder, "workspace");

  test("an A/A comparison: the strict rule accepts a share of tasks that is pure noise", {
    timeout: 120_000,
  }, async () => {
    const options = { results: [], memories: [], run: null, labels: null, format: null, shard: null };
    const tasks = [join(shared, "swe-bench-dataset", "swe-bench-lite.derived.jsonl")];
    for (const [run, condition] of [
      ["1", "none"],
      ["2", "again"],
    ] as const) {
      const paths = [join(shared, "swe-agent-lite", `swe-agent-lite-run-${run}.tar.gz`)];
      await ingest(root, { ...options, tasks, paths, condition }, { workingFolder: folder });
    }
    const workspace = openWorkspace(root);
    expect(await scoreWorkspace(workspace, { budget: 50 })).toMatchObject({ scored: 551, skipped: 0, budget: 50 });

    const database = await openTables(workspace, [scoresTable]);
    const arms = await database.all(
      `SELECT condition, count(*) AS cards, count(*) FILTER (sr = 100) AS resolved, avg(la_file_1) AS la_file_1
       FROM scores GROUP BY condition ORDER BY condition DESC`,
    );
    const pairs = await database.all(
      "SELECT a, b FROM scores a JOIN scores b ON a.task_id = b.task_id AND a.condition = 'again' AND b.condition = 'none'",
    );
    database.close();
    expect(arms).toMatchObject([
      { condition: "none", cards: 275, resolved: 28 },
      { condition: "again", cards: 276, resolved: 33 },
    ]);
    // The submitted patch of run 1 touches the gold file in 105 of 275 tasks: 38.2 %. Edits taken back add to that.
    expect(arms[0]?.la_file_1).toBeGreaterThan(37);
    expect(arms[0]?.la_file_1).toBeLessThan(45);

    const accepted = pairs.filter(({ a, b }) => {
      const [one, other] = [a, b] as [MetricValues, MetricValues];
      const deltas = mapMetrics((metric) =>
        one[metric] === null || other[metric] === null ? null : one[metric] - other[metric],
      );
      return memopStrict.decide({ deltas }, { nullMetrics: "available" }).verdict === "accept";
    });
    // 61 of 275 when this was written.
    expect(accepted.length / pairs.length).toBeGreaterThan(0.15);
    expect(accepted.length / pairs.length).toBeLessThan(0.3);

    const result = await curateWorkspace(workspace);
    // Both agents change an assertion of the test that judges django__django-13757: that pair is none.
    expect(result).toMatchObject({
      by: "condition",
      pairsUsed: 274,
      pairsPossible: 276,
      excluded: { "hack-tests": 1, "no-baseline": 1 },
      hygiene: { runsExcluded: { "hack-tests": 2 } },
    });
    expect(await curateWorkspace(workspace, { hygiene: false })).toMatchObject({ pairsUsed: 275, pairsPossible: 276 });
    expect(result.falseAcceptRate).toBeGreaterThan(0.1);
  });

  test("`confident` does not accept the whole set, nor 95 % of its label shuffles", { timeout: 300_000 }, async () => {
    const workspace = openWorkspace(root);
    const result = await curateWorkspace(workspace, { policy: "confident" });
    // p = 0.042, but the lower bound over twelve repositories is -3 points.
    expect(result).toMatchObject({ accepted: 0, undecided: 1 });
    expect(result.falseAcceptRate).toBeLessThanOrEqual(0.05);

    const database = await openCards(workspace, false);
    const arms = await pairArms(database, "condition", "none");
    const tasks: ComparedTask[] = [];
    for await (const candidate of arms.candidates()) tasks.push(...candidate.tasks);
    database.close();
    expect(tasks).toHaveLength(275);
    const margins = mapMetrics(() => 10);
    const settings = {
      nullMetrics: "available",
      alpha: 0.05,
      power: 0.8,
      smallestEffect: 3,
      margins,
      draws: 2000,
    } as const;
    const random = createRandom(20261130);
    const shuffles = process.env.MEMOP_LONG === "1" ? 1000 : 100;
    let accepted = 0;
    for (let shuffle = 0; shuffle < shuffles; shuffle += 1) {
      const shuffled = tasks.map((task) => {
        const sign = random.next() < 0.5 ? -1 : 1;
        const turned = (value: number | null) => (value === null ? null : sign * value);
        return { ...task, values: mapMetrics((metric) => turned(task.values[metric])) };
      });
      const measured = measureTasks(shuffled, { seed: shuffle, name: "shuffle", alpha: 0.05, draws: 2000 });
      if (confident.decide(measured, settings).verdict === "accept") accepted += 1;
    }
    expect(accepted / shuffles).toBeLessThanOrEqual(0.05);
  });
});
