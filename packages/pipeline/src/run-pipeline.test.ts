import { MemopError } from "@memop/core";
import { describe, expect, test } from "vitest";
import { Pipeline } from "./pipeline.ts";
import { runPipeline, type StageFunction, type StageReport } from "./run-pipeline.ts";

const pipeline = Pipeline.parse({
  name: "quickstart",
  workspace: "out/ws",
  stages: [
    { stage: "ingest", paths: ["runs"] },
    { stage: "export", out: "a" },
    { stage: "export", out: "b" },
    { stage: "report", id: "page" },
  ],
});

function recording(): { calls: unknown[]; stages: Record<string, StageFunction> } {
  const calls: unknown[] = [];
  const stage =
    (name: string): StageFunction =>
    async (options, { workspace, id }) => {
      calls.push([name, id, options, workspace]);
      return { done: name };
    };
  return { calls, stages: { ingest: stage("ingest"), export: stage("export"), report: stage("report") } };
}

describe("a pipeline", () => {
  test("runs its steps in order, each with its own options and the shared workspace", async () => {
    const { calls, stages } = recording();
    const { name, stages: reports } = await runPipeline(pipeline, stages, { now: () => 0 });
    expect(name).toBe("quickstart");
    expect(calls).toEqual([
      ["ingest", "ingest", { paths: ["runs"] }, "out/ws"],
      ["export", "export", { out: "a" }, "out/ws"],
      ["export", "export-2", { out: "b" }, "out/ws"],
      ["report", "page", {}, "out/ws"],
    ]);
    expect(reports[1]).toEqual({
      id: "export",
      stage: "export",
      position: 2,
      total: 4,
      status: "done",
      result: { done: "export" },
      seconds: 0,
    });
  });

  test("runs from a step on, or only some steps, and says what it skipped", async () => {
    const { calls, stages } = recording();
    const from = await runPipeline(pipeline, stages, { from: "export-2" });
    expect(from.stages.map(({ status }) => status)).toEqual(["skipped", "skipped", "done", "done"]);
    await runPipeline(pipeline, stages, { only: ["page"] });
    expect(calls.map((call) => (call as unknown[])[1])).toEqual(["export-2", "page", "page"]);
  });

  test("stops at the first failure with the step named, the code kept and the cause attached", async () => {
    const { calls, stages } = recording();
    const gate = new MemopError("GATE", "2 of 5 memories accepted, 3 wanted", { hint: "run more rollouts" });
    const failing = { ...stages, export: async () => Promise.reject(gate) };
    const seen: StageReport[] = [];
    const run = runPipeline(pipeline, failing, { onStage: (report) => seen.push(report) });
    await expect(run).rejects.toMatchObject({
      code: "GATE",
      message: "step export of pipeline quickstart failed: 2 of 5 memories accepted, 3 wanted",
      hint: "run more rollouts",
      cause: gate,
    });
    expect(calls).toHaveLength(1);
    expect(seen.map(({ id, status }) => `${id} ${status}`)).toEqual([
      "ingest started",
      "ingest done",
      "export started",
      "export failed",
    ]);
  });

  test("a bug in a stage is a failed run", async () => {
    const { stages } = recording();
    const broken = { ...stages, ingest: async () => Promise.reject(new TypeError("x is undefined")) };
    await expect(runPipeline(pipeline, broken)).rejects.toMatchObject({ code: "RUN_FAILED" });
  });

  test("checks all stage names before it runs any", async () => {
    const { calls, stages } = recording();
    const { report: _, ...fewer } = stages;
    await expect(runPipeline(pipeline, fewer)).rejects.toMatchObject({
      code: "BAD_CONFIG",
      message: 'step page of pipeline quickstart: no stage is named "report"',
    });
    expect(calls).toEqual([]);
  });

  test("a selection of no step is bad usage, two equal ids are bad config", async () => {
    const { stages } = recording();
    await expect(runPipeline(pipeline, stages, { from: "nothing" })).rejects.toMatchObject({ code: "BAD_USAGE" });
    const twice = Pipeline.parse({ name: "p", stages: [{ stage: "ingest" }, { stage: "report", id: "ingest" }] });
    await expect(runPipeline(twice, stages)).rejects.toMatchObject({ code: "BAD_CONFIG" });
  });

  test("an abort ends it between steps", async () => {
    const { calls, stages } = recording();
    const controller = new AbortController();
    const aborting: StageFunction = async () => {
      controller.abort();
      return {};
    };
    const run = runPipeline(pipeline, { ...stages, ingest: aborting }, { signal: controller.signal });
    await expect(run).rejects.toMatchObject({ code: "INTERRUPTED" });
    expect(calls).toEqual([]);
  });
});

test("a pipeline without stages is refused", () => {
  expect(Pipeline.safeParse({ name: "p", stages: [] }).success).toBe(false);
  expect(Pipeline.safeParse({ name: "p", stages: [{ stage: "x" }], more: 1 }).success).toBe(false);
});
