import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { checkout, runJson } from "../run-memop.ts";

describe("the quickstart pipeline", () => {
  const folder = mkdtempSync(join(tmpdir(), "memop-quickstart-"));
  const workspace = join(folder, "ws");
  let stages: Record<string, Record<string, unknown>> = {};

  beforeAll(async () => {
    const text = readFileSync(join(checkout, "configs/pipelines/quickstart.yaml"), "utf8");
    writeFileSync(join(folder, "pipeline.yaml"), text.replaceAll("out/quickstart", workspace));
    const pipeline = join(folder, "pipeline.yaml");
    const done = await runJson<{ stages: { id: string; result: Record<string, unknown> }[] }>(["run", pipeline]);
    stages = Object.fromEntries(done.stages.map(({ id, result }) => [id, result]));
  });

  test("reads every recorded rollout and refuses nothing but what it says", () => {
    const ingest = stages.ingest ?? {};
    expect(Number(ingest.used) + Number(ingest.refused)).toBe(ingest.read);
    const byFormat = ingest.byFormat as Record<string, number>;
    for (const format of ["mini-swe-agent", "swe-agent", "openhands-v0"]) expect(byFormat[format]).toBeGreaterThan(0);
  });

  test("ends with both D_accept and D_reject non-empty", async () => {
    const [row] = await runJson<Record<string, number>[]>([
      "sql",
      workspace,
      "select (select count(*) from d_accept) as accepted, (select count(*) from d_reject) as rejected",
    ]);
    expect(row?.accepted).toBeGreaterThan(0);
    expect(row?.rejected).toBeGreaterThan(0);
  });

  test("exports rows that hold task, trajectory and accepted memory", () => {
    const [line] = readFileSync(join(workspace, "exports/sft-trl/train.jsonl"), "utf8").split("\n");
    const row = JSON.parse(line ?? "") as {
      prompt: { role: string; content: string }[];
      completion: { role: string }[];
    };
    expect(row.prompt.at(-1)?.role).toBe("user");
    expect(row.completion).toHaveLength(1);
    expect(row.completion[0]?.role).toBe("assistant");
  });

  test("writes rewards, a report, and the resolved pipeline", () => {
    for (const file of ["rewards.jsonl", "report.html", "pipeline.yaml", "exports/sft-trl/README.md"]) {
      expect(existsSync(join(workspace, file)), file).toBe(true);
    }
  });
});
