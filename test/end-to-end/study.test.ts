import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkout, runJson, runMemop } from "../run-memop.ts";

const folder = mkdtempSync(join(tmpdir(), "memop-study-"));
const io = { workingFolder: folder };
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Level {
  readonly level: string;
  readonly tasks: number;
  readonly deltas: Readonly<Record<string, { mean: number; lower: number; upper: number }>>;
}

describe("on the quickstart's runs", () => {
  beforeAll(async () => {
    const quickstart = join(checkout, "datasets/quickstart");
    const inputs = ["runs", "tasks.jsonl", "memories.jsonl", "conditions.jsonl"].map((name) => join(quickstart, name));
    await runJson(["ingest", ...inputs, "--labels", "{condition}/{run}/*", "--out", "ws"], io);
    await runJson(["score", "ws", "--budget", "20"], io);
    await runJson(["curate", "ws"], io);
  });

  test("study compares the arms, with intervals, acceptance and mean r", async () => {
    const study = await runJson<{ levels: Level[]; acceptance: { name: string; accepted: number; judged: number }[] }>(
      ["study", "ws", "--axis", "condition"],
      io,
    );
    const helpful = study.levels.find(({ level }) => level === "helpful");
    expect(helpful?.tasks).toBe(20);
    expect(helpful?.deltas.sr?.mean).toBeGreaterThan(10);
    expect(helpful?.deltas.sr?.lower).toBeLessThan(helpful?.deltas.sr?.mean ?? 0);
    expect(study.acceptance.find(({ name }) => name === "helpful")).toMatchObject({ accepted: 20, judged: 20 });
  });

  test("study prints the paper's table, and the paper's own figures when asked", async () => {
    const { code, out } = await runMemop(["study", "ws", "--axis", "repository", "--published"], io);
    expect(code).toBe(0);
    expect(out).toMatch(/^repository +pairs +r +s\.e\. +LA \(1\) file/m);
    expect(out).toMatch(/^\(baseline\) +\d+ /m);
    expect(out).toMatch(/4 of 90 +↑17\.50 +↑15\.00/);
  });

  test("study of an axis with one level, or of none, exits 2 and lists the axes", async () => {
    for (const axis of ["structure", "shape"]) {
      const { code, err } = await runMemop(["study", "ws", "--axis", axis], io);
      expect(code).toBe(2);
      expect(err).toContain("condition (helpful, irrelevant, misleading");
    }
  });

  test("failures: a blind sheet is written, and labels are compared with the rules pattern by pattern", async () => {
    expect(await runJson(["study", "failures", "ws", "--sample", "30", "--out", "sheet.csv"], io)).toMatchObject({
      sampled: 30,
      seed: 0,
    });
    const text = readFileSync(join(folder, "sheet.csv"), "utf8");
    await runJson(["study", "failures", "ws", "--sample", "30", "--out", "again.csv"], io);
    expect(readFileSync(join(folder, "again.csv"), "utf8")).toBe(text);
    // A person who marks exactly the runs in which no gold file was located agrees with that rule wholly.
    const missed = new Set(
      (
        await runJson<{ trajectory_id: string }[]>(
          ["sql", "ws", "select trajectory_id from scores where la_file_1 = 0"],
          io,
        )
      ).map((row) => row.trajectory_id),
    );
    const [head = "", ...rows] = text.trim().split("\r\n");
    const columns = head.split(",");
    const filled = rows.map((row) => {
      const cells = row.split(",");
      cells[columns.indexOf(missed.has(cells[0] ?? "") ? "repository-structure" : "none")] = "x";
      return cells.join(",");
    });
    writeFileSync(join(folder, "filled.csv"), [head, ...filled].join("\n"));
    const { labelled, blank, raters } = await runJson<{
      labelled: number;
      blank: number;
      raters: { first: string; second: string; patterns: { pattern: string; kappa: number | null; items: number }[] }[];
    }>(["study", "failures", "ws", "--labels", "filled.csv"], io);
    expect({ labelled, blank }).toEqual({ labelled: 30, blank: 0 });
    expect(raters.map(({ first, second }) => [first, second])).toEqual([["rules", "sheet 1"]]);
    expect(raters[0]?.patterns.find(({ pattern }) => pattern === "repository-structure")).toMatchObject({
      kappa: 1,
      items: 30,
    });
    const twice = await runJson<{ raters: { first: string }[] }>(
      ["study", "failures", "ws", "--labels", "filled.csv", "--labels", "filled.csv"],
      io,
    );
    expect(twice.raters).toHaveLength(3);
  });

  test("failures: rates with and without memory cover every healthy failure", async () => {
    const { failures, patterns } = await runJson<{
      failures: number;
      patterns: { pattern: string; without: { failures: number }; having: { failures: number } }[];
    }>(["study", "failures", "ws"], io);
    const unlabelled = patterns.find(({ pattern }) => pattern === "unlabelled");
    expect((unlabelled?.without.failures ?? 0) + (unlabelled?.having.failures ?? 0)).toBe(failures);
    expect(patterns).toHaveLength(8);
  });

  test("report shows every section that these runs have, and the published figures when asked", async () => {
    const report = await runJson<{ sections: string[]; overlap: { union: number } }>(
      ["report", "ws", "--out", "r.html", "--published"],
      io,
    );
    expect(report.sections).toEqual([
      "overview",
      "metrics",
      "cost",
      "decisions",
      "noise-floor",
      "repositories",
      "pass-at-k",
      "overlap",
      "cumulative",
      "failures",
      "published",
      "coverage",
      "provenance",
    ]);
    expect(report.overlap.union).toBeGreaterThan(10);
  });

  test("report compares the systems that are named, and refuses one that is not there", async () => {
    const { overlap } = await runJson<{ overlap: { systems: { name: string }[] } }>(
      ["report", "ws", "--out", "r.html", "--system", "no memory", "--system", "helpful"],
      io,
    );
    expect(overlap.systems.map(({ name }) => name)).toEqual(["no memory", "helpful"]);
    const { code, err } = await runMemop(["report", "ws", "--out", "r.html", "--system", "nobody"], io);
    expect([code, err]).toEqual([2, expect.stringContaining("systems: helpful, irrelevant")]);
  });

  test("show --compare finds where two runs part", async () => {
    const rows = await runJson<{ trajectory_id: string }[]>(
      [
        "sql",
        "ws",
        "select trajectory_id from trajectories where task_id = 'quickstart__stencil-1' and run = 'run-1' and condition in ('none', 'helpful') order by condition",
      ],
      io,
    );
    const ids = rows.map((row) => row.trajectory_id);
    const compared = await runJson(["show", "ws", "--compare", ...ids], io);
    expect(compared).toMatchObject({
      isSameTask: true,
      promptsDiffer: true,
      a: { condition: "helpful", resolved: true },
    });
    expect(compared.divergence).toBeGreaterThan(1);
    const { out } = await runMemop(["show", "ws", "--compare", ...ids], { ...io, terminalWidth: 100 });
    expect(out).toContain(`they part at turn ${compared.divergence}`);
    expect(Math.max(...out.split("\n").map((line) => [...line].length))).toBeLessThanOrEqual(100);
    expect((await runMemop(["show", "ws", "--compare", ids[0] ?? ""], io)).code).toBe(2);
  });
});

test("a thousand memories give a page of at most two megabytes that says what it left out", async () => {
  const head =
    "task_id,condition,memory_id,repo,agent,model,run,la_file_1,la_func_1,la_file_all,la_func_all,sr,le_file_1,le_func_1,le_file_all,le_func_all,e_resolve\n";
  const metrics = (base: number): string => Array.from({ length: 10 }, (_, at) => (base + at) % 101).join(",");
  const rows = Array.from({ length: 1000 }, (_, at) => {
    const labels = `big__repo-${at}`;
    return `${labels},none,,big/repo,a,m,1,${metrics(at % 40)}\n${labels},notes,memory-with-a-long-name-${at},big/repo,a,m,1,${metrics((at * 7) % 60)}\n`;
  });
  writeFileSync(join(folder, "cards.csv"), head + rows.join(""));
  await runJson(["import", "scores", "cards.csv", "--out", "big"], io);
  await runJson(["curate", "big", "--no-hygiene"], io);
  await runJson(["report", "big", "--out", "big.html"], io);
  expect(statSync(join(folder, "big.html")).size).toBeLessThan(2e6);
  expect(readFileSync(join(folder, "big.html"), "utf8")).toContain("The 15 of 1000 candidates with the largest |r|");
});
