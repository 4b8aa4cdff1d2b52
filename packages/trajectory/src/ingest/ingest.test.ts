import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { openTables, openWorkspace, type Row, readManifest } from "@memop/core";
import { describe, expect, test } from "vitest";
import { memoriesTable } from "../tables/memories-table.ts";
import { outcomesTable } from "../tables/outcomes-table.ts";
import { tasksTable } from "../tables/tasks-table.ts";
import { trajectoriesTable } from "../tables/trajectories-table.ts";
import {
  chatRow,
  ingestOptions,
  tableHashes,
  taskRow,
  temporaryFolder,
  writeFiles,
} from "../testing/ingest-fixtures.ts";
import { gatherIngested } from "./gather.ts";
import { type IngestOptions, ingest } from "./ingest.ts";
import { labelPath } from "./labels.ts";
import { parseShard } from "./shard.ts";

/** Small parts, so that few rows make several. */
const partBytes = 2000;

async function rowsOf(root: string, query: string): Promise<Row[]> {
  const database = await openTables(openWorkspace(root), [tasksTable, trajectoriesTable, outcomesTable, memoriesTable]);
  try {
    return await database.all(query);
  } finally {
    database.close();
  }
}

function someRuns(): Record<string, string> {
  const files: Record<string, string> = { "tasks.jsonl": `${taskRow("o__r-1")}\n${taskRow("o__r-2")}\n` };
  for (let run = 0; run < 6; run += 1) {
    const lines = [1, 2, 3].map((task) => chatRow(`o__r-${task}`, `look ${run} ${"x".repeat(200 * run)}`));
    files[`runs/${run}.jsonl`] = `${lines.join("\n")}\n`;
  }
  files["runs/report.json"] = JSON.stringify({ resolved: ["o__r-1"] });
  return files;
}

async function ingestAll(folder: string, root: string, more: Partial<IngestOptions> = {}): Promise<void> {
  await ingest(root, ingestOptions(["runs", "tasks.jsonl"], more), { workingFolder: folder, partBytes });
}

describe("ingest", () => {
  test("counts every record as used or refused, by format and by reason", async () => {
    const folder = temporaryFolder();
    const good = [chatRow("o__r-1", "a"), chatRow("o__r-2", "b")].join("\n");
    writeFiles(folder, {
      "in/rows.jsonl": `${good}\n{"no": "record"}\n${chatRow("o__r-1", "a")}\n{"messages": [\n`,
      "in/notes.md": "# nothing to see",
      "in/empty.json": "",
      "in/tasks.json": `[${taskRow("o__r-1")}, ${taskRow("o__r-2")}]`,
    });
    const root = join(folder, "ws");
    const result = await ingest(root, ingestOptions(["in"]), { workingFolder: folder });
    expect(result).toMatchObject({
      read: 9,
      used: 4,
      refused: 5,
      byFormat: { "chat-rows": 3, task: 2 },
      byReason: { duplicate: 1, empty: 1, "invalid-json": 1, unrecognised: 2 },
    });
    expect(result.used + result.refused).toBe(result.read);
    const lines = (await readManifest(openWorkspace(root))).stages.ingest?.counts;
    expect(lines).toMatchObject({ read: 9, used: 4, refused: 5 });
  });

  test("says where a refused record stands", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { "rows.jsonl": `${chatRow("o__r-1", "a")}\nnot json\n${chatRow("o__r-2", "b")}\n` });
    const root = join(folder, "ws");
    await ingest(root, ingestOptions(["rows.jsonl"]), { workingFolder: folder });
    const { readFileSync } = await import("node:fs");
    const [refusal] = readFileSync(join(root, "refused/ingest.jsonl"), "utf8").trim().split("\n");
    expect(JSON.parse(refusal ?? "")).toMatchObject({
      source: "rows.jsonl:2",
      byteOffset: chatRow("o__r-1", "a").length + 1,
      reason: "invalid-json",
    });
  });

  test("gives the same tables whatever the order of calls", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, someRuns());
    await ingestAll(folder, join(folder, "once"));
    const stepwise = join(folder, "stepwise");
    for (const path of ["runs/3.jsonl", "tasks.jsonl", "runs/5.jsonl", "runs/0.jsonl", "runs"]) {
      await ingest(stepwise, ingestOptions([path]), { workingFolder: folder, partBytes });
    }
    expect(tableHashes(stepwise)).toEqual(tableHashes(join(folder, "once")));
    expect(
      Object.keys(tableHashes(stepwise)).filter((file) => file.startsWith("trajectories/")).length,
    ).toBeGreaterThan(2);
  });

  test("gives the same tables from gathered shards as from one call", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, someRuns());
    await ingestAll(folder, join(folder, "once"));
    const shards = ["0/3", "1/3", "2/3"];
    for (const shard of shards) {
      await ingestAll(folder, join(folder, shard.replace("/", "of")), { shard: parseShard(shard) });
    }
    const workspaces = shards.map((shard) => openWorkspace(join(folder, shard.replace("/", "of"))));
    // The order in which shards are named does not matter.
    const gathered = await gatherIngested(workspaces.reverse(), { root: join(folder, "gathered") }, partBytes);
    expect(tableHashes(join(folder, "gathered"))).toEqual(tableHashes(join(folder, "once")));
    expect(gathered).toMatchObject({ read: 21, used: 21, refused: 0, gathered: 3 });
  });

  test("does nothing when the call is complete, and says the same again", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, someRuns());
    const root = join(folder, "ws");
    const first = await ingest(root, ingestOptions(["runs"]), { workingFolder: folder });
    const before = tableHashes(root);
    const second = await ingest(root, ingestOptions(["runs"]), { workingFolder: folder });
    expect(second).toEqual(first);
    expect(tableHashes(root)).toEqual(before);
  });

  test("reads a source anew when it changed", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { "rows.jsonl": `${chatRow("o__r-1", "a")}\n${chatRow("o__r-2", "b")}\n` });
    const root = join(folder, "ws");
    await ingest(root, ingestOptions(["rows.jsonl"]), { workingFolder: folder });
    writeFiles(folder, { "rows.jsonl": `${chatRow("o__r-3", "a longer text")}\n` });
    await ingest(root, ingestOptions(["rows.jsonl"]), { workingFolder: folder });
    expect(await rowsOf(root, "SELECT task_id FROM trajectories")).toEqual([{ task_id: "o__r-3" }]);
  });

  test("keeps the first of equal trajectories and refuses the rest, across calls and files", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, {
      "b.jsonl": `${chatRow("o__r-1", "same")}\n`,
      "a.jsonl": `${chatRow("o__r-2", "other")}\n${chatRow("o__r-1", "same")}\n`,
    });
    const root = join(folder, "ws");
    await ingest(root, ingestOptions(["b.jsonl"]), { workingFolder: folder });
    await ingest(root, ingestOptions(["a.jsonl"]), { workingFolder: folder });
    expect(await rowsOf(root, "SELECT source FROM trajectories")).toEqual([
      { source: "a.jsonl:1" },
      { source: "a.jsonl:2" },
    ]);
  });

  test("keeps equal trajectories of different conditions and runs apart", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, {
      "x/none/1/r.jsonl": chatRow("o__r-1", "same"),
      "x/memo/2/r.jsonl": chatRow("o__r-1", "same"),
    });
    const root = join(folder, "ws");
    await ingest(root, ingestOptions(["x"], { labels: "{condition}/{run}/*" }), { workingFolder: folder });
    expect(await rowsOf(root, "SELECT condition, run FROM trajectories ORDER BY condition")).toEqual([
      { condition: "memo", run: "2" },
      { condition: "none", run: "1" },
    ]);
  });

  test("refuses a label pattern that fits nothing, and reads labels off the path of an archive", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { "x/memo/r.jsonl": chatRow("o__r-1", "same") });
    const root = join(folder, "ws");
    const at = { workingFolder: folder };
    await expect(ingest(root, ingestOptions(["x"], { labels: "{condition}/{run}/*/*" }), at)).rejects.toMatchObject({
      code: "BAD_USAGE",
      message: expect.stringContaining("fits none of the 1 files"),
    });
    await expect(ingest(root, ingestOptions(["x"], { labels: "{cond}/*" }), at)).rejects.toMatchObject({
      code: "BAD_USAGE",
    });
    expect(labelPath("memo/run.tar.gz", "x/memo/run.tar.gz#a/b.traj")).toBe("memo/run.tar.gz/a/b.traj");
  });

  test("gathering names a shard that is missing", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, someRuns());
    await ingestAll(folder, join(folder, "first"), { shard: parseShard("0/2") });
    const first = openWorkspace(join(folder, "first"));
    await expect(gatherIngested([first, first], { root: join(folder, "all") })).rejects.toMatchObject({
      code: "BAD_WORKSPACE",
      message: "shard 1/2 is missing",
    });
  });

  test("reads gzip by content, and the same rows have the same ids wherever they lie", async () => {
    const folder = temporaryFolder();
    const rows = `${chatRow("o__r-1", "a")}\n${chatRow("o__r-2", "b")}\n`;
    writeFiles(folder, { "plain/rows.jsonl": rows, "packed/rows.bin": gzipSync(rows) });
    const ids: unknown[] = [];
    for (const path of ["plain", "packed"]) {
      await ingest(join(folder, `ws-${path}`), ingestOptions([path]), { workingFolder: folder });
      ids.push(await rowsOf(join(folder, `ws-${path}`), "SELECT trajectory_id FROM trajectories"));
    }
    expect(ids[0]).toEqual(ids[1]);
  });

  test("leaves the good rows of a cut-off archive and names the damage", async () => {
    const folder = temporaryFolder();
    const rows = Array.from({ length: 200 }, (_, at) => chatRow(`o__r-${at}`, `${at} ${Math.sin(at)}`)).join("\n");
    const packed = gzipSync(rows);
    writeFiles(folder, { "rows.jsonl.gz": packed.subarray(0, Math.floor(packed.length * 0.7)) });
    const result = await ingest(join(folder, "ws"), ingestOptions(["rows.jsonl.gz"]), { workingFolder: folder });
    expect(result.used).toBeGreaterThan(50);
    expect(result.byReason["damaged-file"]).toBe(1);
  });

  test("refuses a folder that is no workspace", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { "rows.jsonl": chatRow("o__r-1", "a"), "home/thesis.tex": "x" });
    await expect(
      ingest(join(folder, "home"), ingestOptions(["rows.jsonl"]), { workingFolder: folder }),
    ).rejects.toMatchObject({ code: "BAD_WORKSPACE" });
  });

  test("stops when it is aborted and goes on with the same call", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, someRuns());
    await ingestAll(folder, join(folder, "once"));
    const root = join(folder, "ws");
    const abort = new AbortController();
    let records = 0;
    await expect(
      ingest(root, ingestOptions(["runs", "tasks.jsonl"]), {
        workingFolder: folder,
        partBytes,
        signal: abort.signal,
        onProgress: () => {
          records += 1;
          if (records === 12) abort.abort();
        },
      }),
    ).rejects.toThrow();
    await ingestAll(folder, root);
    expect(tableHashes(root)).toEqual(tableHashes(join(folder, "once")));
  });
});

describe("joins", () => {
  async function joined(
    files: Record<string, string>,
    query: string,
    more: Partial<IngestOptions> = {},
  ): Promise<Row[]> {
    const folder = temporaryFolder();
    writeFiles(folder, files);
    await ingest(join(folder, "ws"), ingestOptions(["in"], more), { workingFolder: folder });
    return rowsOf(join(folder, "ws"), query);
  }
  const outcomes = "SELECT task_id, resolved, reason FROM outcomes ORDER BY task_id, trajectory_id";

  test("a report that names only resolved tasks makes the others of its folder unresolved", async () => {
    const rows = await joined(
      {
        "in/run/a.jsonl": `${chatRow("o__r-1", "a")}\n${chatRow("o__r-2", "b")}\n`,
        "in/run/report.json": JSON.stringify({ resolved: ["o__r-1"] }),
        "in/elsewhere/c.jsonl": chatRow("o__r-3", "c"),
      },
      outcomes,
    );
    expect(rows).toEqual([
      { task_id: "o__r-1", resolved: true, reason: "resolved" },
      { task_id: "o__r-2", resolved: false, reason: "not-named" },
      { task_id: "o__r-3", resolved: null, reason: "no-outcome" },
    ]);
  });

  test("the report of the rollout's own folder counts, not that of a neighbour", async () => {
    const rows = await joined(
      {
        "in/one/a.jsonl": chatRow("o__r-1", "a"),
        "in/one/report.json": JSON.stringify({ resolved: ["o__r-9"] }),
        "in/two/a.jsonl": chatRow("o__r-1", "b"),
        "in/two/report.json": JSON.stringify({ resolved: ["o__r-1"] }),
      },
      "SELECT t.source, o.resolved FROM outcomes o JOIN trajectories t USING (trajectory_id) ORDER BY t.source",
    );
    expect(rows).toEqual([
      { source: "in/one/a.jsonl", resolved: false },
      { source: "in/two/a.jsonl", resolved: true },
    ]);
  });

  test("equally near reports that contradict each other leave the outcome unknown", async () => {
    const rows = await joined(
      {
        "in/runs/a.jsonl": chatRow("o__r-1", "a"),
        "in/x/report.json": JSON.stringify({ resolved: ["o__r-1"] }),
        "in/y/report.json": JSON.stringify({
          resolved_ids: [],
          unresolved_ids: ["o__r-1"],
          submitted_ids: ["o__r-1"],
          completed_ids: ["o__r-1"],
          schema_version: 2,
        }),
      },
      outcomes,
    );
    expect(rows).toEqual([{ task_id: "o__r-1", resolved: null, reason: "ambiguous-outcome" }]);
  });

  test("a report in another tree counts when task and report are each other's only ones", async () => {
    const report = JSON.stringify({
      "o__r-1": { patch_exists: true, patch_successfully_applied: true, resolved: true },
    });
    const one = await joined({ "in/trajs/a.jsonl": chatRow("o__r-1", "a"), "in/logs/x/report.json": report }, outcomes);
    expect(one).toEqual([{ task_id: "o__r-1", resolved: true, reason: "resolved" }]);
    const two = await joined(
      {
        "in/trajs/a.jsonl": chatRow("o__r-1", "a"),
        "in/others/b.jsonl": chatRow("o__r-1", "b"),
        "in/logs/x/report.json": report,
      },
      outcomes,
    );
    expect(two.map((row) => row.reason)).toEqual(["ambiguous-outcome", "ambiguous-outcome"]);
  });

  test("an outcome inside the record comes before any report", async () => {
    const rows = await joined(
      {
        "in/a.jsonl": chatRow("o__r-1", "a", { resolved: true }),
        "in/report.json": JSON.stringify({ resolved: ["o__r-2"] }),
      },
      "SELECT task_id, resolved FROM outcomes ORDER BY task_id",
    );
    expect(rows[0]).toEqual({ task_id: "o__r-1", resolved: true });
  });

  test("an evaluated task without a rollout keeps its outcome", async () => {
    const rows = await joined({ "in/report.json": JSON.stringify({ resolved: ["o__r-1"] }) }, outcomes);
    expect(rows).toEqual([{ task_id: "o__r-1", resolved: true, reason: "resolved" }]);
  });

  test("a prediction beside a rollout without a patch becomes its patch", async () => {
    const patch = "diff --git a/x b/x\n";
    const rows = await joined(
      {
        "in/a.jsonl": chatRow("o__r-1", "a"),
        "in/all_preds.jsonl": JSON.stringify({ instance_id: "o__r-1", model_name_or_path: "m", model_patch: patch }),
      },
      "SELECT final_patch, patch_source FROM trajectories",
    );
    expect(rows).toEqual([{ final_patch: patch, patch_source: "prediction" }]);
  });

  test("a rollout gets the memory of its condition and task, else of its condition and repository", async () => {
    const memory = (id: string, more: object): string =>
      JSON.stringify({ memory_id: id, text: "look into src", ...more });
    const rows = await joined(
      {
        "in/helpful/a.jsonl": `${chatRow("o__r-1", "a")}\n${chatRow("o__r-2", "b")}\n`,
        "in/wide/a.jsonl": chatRow("o__r-1", "c"),
        "in/none/a.jsonl": chatRow("o__r-1", "d"),
        "in/memories.jsonl": [
          memory("m1", { condition: "helpful", task_id: "o__r-1", repo: "o/r" }),
          memory("m2", { condition: "wide", task_id: null, repo: "o/r" }),
        ].join("\n"),
      },
      "SELECT condition, task_id, memory_id FROM trajectories ORDER BY condition, task_id",
      { labels: "{condition}/*" },
    );
    expect(rows).toEqual([
      { condition: "helpful", task_id: "o__r-1", memory_id: "m1" },
      { condition: "helpful", task_id: "o__r-2", memory_id: null },
      { condition: "none", task_id: "o__r-1", memory_id: null },
      { condition: "wide", task_id: "o__r-1", memory_id: "m2" },
    ]);
  });

  test("a memory's sources may be named condition/run/task", async () => {
    const memory = {
      memory_id: "m1",
      text: "t",
      condition: "memo",
      source_trajectory_ids: ["none/1/o__r-1", "none/9/o__r-1"],
    };
    const rows = await joined(
      { "in/none/1/a.jsonl": chatRow("o__r-1", "a"), "in/memories.jsonl": JSON.stringify(memory) },
      "SELECT source_trajectory_ids = [(SELECT trajectory_id FROM trajectories), 'none/9/o__r-1'] AS same FROM memories",
      { labels: "{condition}/{run}/*" },
    );
    expect(rows).toEqual([{ same: true }]);
  });

  test("tasks carry their gold files and functions", async () => {
    const rows = await joined(
      { "in/tasks.jsonl": taskRow("o__r-1") },
      "SELECT gold_files, gold_functions, repo FROM tasks",
    );
    expect(rows).toEqual([
      { gold_files: ["src/a.py"], gold_functions: [{ file: "src/a.py", name: "a" }], repo: "o/r" },
    ]);
  });
});
