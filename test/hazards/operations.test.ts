import { readdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { hazard } from "./hazard.ts";
import { chatRow, idle, judged, scratch, sftRows, solving, taskRow } from "./scratch.ts";

// https://github.com/modelscope/ms-swift/issues/8123
hazard("nan-reward", "an undefined metric is null, never NaN, and a candidate without any has no reward", async () => {
  const place = scratch();
  place.write("cards.csv", "task_id,condition,sr,la_file_1\nt1,none,0,NaN\nt1,m,100,nan\nt2,none,,\nt2,n,,\n");
  await place.json("import", "scores", "cards.csv", "--out", "ws");
  expect(
    await place.sql("select count(*) filter (isnan(la_file_1)) as nan, count(la_file_1) as known from scores"),
  ).toEqual([{ nan: 0, known: 0 }]);
  await place.json("curate", "ws", "--by", "condition");
  expect(await place.json("reward", "ws", "--out", "rewards.jsonl")).toMatchObject({ rewards: 1, mean: 100 });
  expect(place.refused("reward")).toMatchObject([{ reason: "no-reward" }]);
});

// https://github.com/OpenHands/benchmarks/issues/140, https://github.com/SWE-bench/SWE-bench/issues/418
hazard(
  "evaluation-differs",
  "a run that the environment broke is no failure: it is counted apart and compared with nothing",
  async () => {
    const place = scratch();
    const instance = { patch_is_None: false, patch_exists: true, patch_successfully_applied: true, tests_status: {} };
    place.write("tasks.jsonl", [taskRow("o__r-1"), taskRow("o__r-2"), taskRow("o__r-3")]);
    place.write("none/rows.jsonl", [chatRow("o__r-1", idle), chatRow("o__r-2", idle), chatRow("o__r-3", idle)]);
    place.write(
      "none/report.json",
      JSON.stringify({
        "o__r-1": { ...instance, resolved: false },
        "o__r-2": { ...instance, resolved: false, infra_failure: true },
        "o__r-3": { ...instance, resolved: false },
      }),
    );
    place.write("m/rows.jsonl", [
      chatRow("o__r-1", solving, { resolved: true }),
      chatRow("o__r-2", solving, { resolved: true }),
      chatRow("o__r-3", solving, { resolved: false, exit_status: "exit_environment_error" }),
    ]);
    await place.ingest("none", "tasks.jsonl");
    await place.ingest("m", "--condition", "m");
    expect(await place.sql("select resolved, health from outcomes where reason = 'infra-failure'")).toEqual([
      { resolved: null, health: "infra" },
    ]);
    await place.json("score", "ws", "--budget", "20");
    const curated = await place.json("curate", "ws", "--by", "condition");
    expect(curated).toMatchObject({ pairsUsed: 1, pairsPossible: 3 });
    const [decision] = await place.sql<{ reasons: string[] }>("select reasons from decisions");
    expect(decision?.reasons.filter((reason) => reason.startsWith("excluded:")).sort()).toEqual([
      "excluded:baseline-infra:1",
      "excluded:infra:1",
    ]);
  },
);

// https://github.com/herniqeu/extract0/issues/1, https://github.com/Algorineko/AgenticArXiv-RL/pull/49
hazard("split-leakage", "no repository and no text to learn is in two splits", async () => {
  const place = scratch();
  const ids = Array.from({ length: 120 }, (_, at) => `o__r${at % 60}-${at}`);
  // Two repositories learn the same text.
  await judged(place, ids, { text: (id) => (/r[01]-/.test(id) ? "the same advice" : `advice for ${id}`) });
  // Hygiene would keep one copy alone; here all four must stay on one side.
  await place.json("curate", "ws", "--by", "memory", "--no-hygiene");
  const splitsOf = new Map<string, Set<string>>();
  const sizes: number[] = [];
  for (const split of ["train", "validation", "test"]) {
    const rows = await sftRows(place, split).catch(() => []);
    sizes.push(rows.length);
    for (const row of rows) {
      for (const key of [String(row.repo), row.completion[0]?.content ?? ""]) {
        splitsOf.set(key, (splitsOf.get(key) ?? new Set()).add(split));
      }
    }
  }
  expect(sizes.reduce((sum, size) => sum + size)).toBe(120);
  expect(sizes.filter((size) => size > 0).length).toBeGreaterThan(1);
  expect([...splitsOf].filter(([, splits]) => splits.size > 1)).toEqual([]);
});

// https://github.com/huggingface/datatrove/issues/157
hazard(
  "failed-worker-looked-complete",
  "a table that lost bytes is not taken for complete: the same command makes it again",
  async () => {
    const place = scratch();
    await judged(place, ["o__r-1"]);
    const part = join(place.folder, "ws/scores/part-00000.parquet");
    const before = await place.sql("select * from scores order by trajectory_id");
    truncateSync(part, 100);
    const broken = await place.run("sql", "ws", "select * from scores");
    expect(broken.code).toBe(2);
    await place.json("score", "ws", "--budget", "20");
    expect(await place.sql("select * from scores order by trajectory_id")).toEqual(before);
    // A shard that never ended is not gathered as if it had.
    writeFileSync(join(place.folder, "more.jsonl"), `${JSON.stringify(chatRow("o__r-7", idle))}\n`);
    await place.json("ingest", "more.jsonl", "--out", "shard-0", "--shard", "0/2");
    const gathered = await place.run("gather", "shard-0", "shard-1", "--out", "all");
    expect(gathered.code).toBe(2);
    expect(gathered.err).toContain("shard-1");
    expect(readdirSync(place.folder)).not.toContain("all");
  },
);

// https://github.com/Birfy/agentdescent/issues/25, https://github.com/gepa-ai/gepa/issues/139
hazard("gate-of-one", "a verdict over one task says its pairs and how often chance alone would accept", async () => {
  const place = scratch();
  await judged(place, ["o__r-1"]);
  const [decision] = await place.sql("select verdict, pairs_used, reward_se, false_accept_rate from decisions");
  expect(decision).toMatchObject({ verdict: "accept", pairs_used: 1, reward_se: null });
  // Of the two signs that one difference can have, one is a gain.
  expect(decision?.false_accept_rate).toBe(0.5);
});
