import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { conditions, type MemoryRow } from "./memories/memory-row.ts";
import { prepareQuickstart, type Quickstart, repositorySpecs, taskIds } from "./prepare-quickstart.ts";
import { recordArms, repeatsPerRepository, repeatsPerTask } from "./record-arms.ts";
import type { TaskRow } from "./repository/prepare-task.ts";
import { writeDataset } from "./write-dataset.ts";

const dataset = fileURLToPath(new URL("../../datasets/quickstart", import.meta.url));
const rerecorded = ["quickstart__stencil-9", "quickstart__ledger-4"];

async function rows<Row>(name: string, folder = dataset): Promise<Row[]> {
  const text = await readFile(join(folder, name), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);
}

describe("the committed dataset", () => {
  test("has 20 tasks of 3 repositories, one of them with at least 12", async () => {
    const tasks = await rows<TaskRow>("tasks.jsonl");
    const counts = new Map<string, number>();
    for (const { repo } of tasks) counts.set(repo, (counts.get(repo) ?? 0) + 1);
    expect(tasks.map(({ instance_id }) => instance_id)).toEqual(taskIds);
    expect(counts.size).toBe(3);
    expect(Math.max(...counts.values())).toBeGreaterThanOrEqual(12);
  });

  test("has three candidate memories a task and two for the large repository", async () => {
    const memories = await rows<MemoryRow>("memories.jsonl");
    for (const id of taskIds) {
      const own = memories.filter(({ task_id }) => task_id === id).map(({ condition }) => condition);
      expect(own.sort()).toEqual(["helpful", "irrelevant", "misleading"]);
    }
    const shared = memories.filter(({ task_id }) => task_id === null).map(({ condition }) => condition);
    expect(shared).toEqual(["repo-helpful", "repo-misleading"]);
    for (const { text, content_hash } of memories) {
      expect(createHash("sha256").update(text).digest("hex")).toBe(content_hash);
    }
  });

  test("has memories that hold no line of a fix, no hidden test and no commit", async () => {
    const tasks = await rows<TaskRow>("tasks.jsonl");
    for (const { text, memory_id } of await rows<MemoryRow>("memories.jsonl")) {
      for (const { patch, FAIL_TO_PASS } of tasks) {
        const added = [...patch.matchAll(/^\+(?!\+\+)\s*(.+)$/gm)].map(([, line]) => line as string);
        const secrets = [...added, ...FAIL_TO_PASS.map((name) => name.split(" > ")[1] as string)];
        for (const secret of secrets) expect(text.includes(secret), `${memory_id}: ${secret}`).toBe(false);
      }
      expect(text).not.toMatch(/\b[0-9a-f]{10,40}\b/);
    }
  });

  test("has every rollout of every arm in its layout and in its summary", async () => {
    for (const condition of conditions) {
      const isShared = condition.startsWith("repo-");
      const specs = repositorySpecs.filter(({ tasks }) => !isShared || tasks.length >= 12);
      const repeats = isShared ? repeatsPerRepository : repeatsPerTask;
      const folders = await readdir(join(dataset, "runs", condition));
      expect(folders.sort()).toEqual(Array.from({ length: repeats }, (_, index) => `run-${index + 1}`));
      for (const run of folders) await expectComplete(join(dataset, "runs", condition, run), run, specs);
    }
  });
});

async function expectComplete(folder: string, run: string, specs: readonly (typeof repositorySpecs)[number][]) {
  const files = await readdir(folder);
  const expected = specs.flatMap(({ name, tasks }) => tasks.map(({ number }) => `quickstart__${name}-${number}`));
  const found = files.filter((name) => name.includes(".traj")).map((name) => name.replace(/\.traj(\.json)?$/, ""));
  if (files.includes("output.jsonl")) {
    const evaluated = await rows<{ instance_id: string }>("output.jsonl", folder);
    found.push(...evaluated.map(({ instance_id }) => instance_id));
  }
  expect(found.sort()).toEqual([...expected].sort());
  const summary = JSON.parse(await readFile(join(folder, `reference.${run}.json`), "utf8"));
  expect(summary.submitted_ids).toEqual([...expected].sort());
  const judged = [...summary.resolved_ids, ...summary.unresolved_ids, ...summary.empty_patch_ids, ...summary.error_ids];
  expect(judged.sort()).toEqual([...expected].sort());
}

describe.skipIf(process.platform !== "linux" || !process.version.startsWith("v20."))(
  "recording again (needs Linux and Node 20, whose messages are in the recorded text)",
  () => {
    let root: string;
    let quickstart: Quickstart;

    beforeAll(async () => {
      root = await mkdtemp(join(tmpdir(), "record-quickstart-test-"));
      quickstart = await prepareQuickstart(root, 2);
    }, 120_000);

    afterAll(() => rm(root, { recursive: true, force: true }));

    test("gives the same tasks, each with a test that fails before the fix and passes after it", async () => {
      const committed = await rows<TaskRow>("tasks.jsonl");
      expect(quickstart.tasks.map(({ row }) => row)).toEqual(committed);
      for (const { FAIL_TO_PASS, PASS_TO_PASS } of committed) {
        expect(FAIL_TO_PASS.length).toBeGreaterThan(0);
        expect(PASS_TO_PASS.length).toBeGreaterThan(0);
      }
    });

    test("gives the same bytes for two tasks in three arms", { timeout: 120_000 }, async () => {
      const tasks = quickstart.tasks.filter(({ row }) => rerecorded.includes(row.instance_id));
      const options = { root, jobs: 2, onRollout: () => {} };
      const wanted = ["helpful", "irrelevant"];
      const wants = (condition: string): boolean => wanted.includes(condition);
      const recording = await recordArms({ ...quickstart, tasks }, { ...options, wants });
      const out = join(root, "out");
      await writeDataset(out, tasks, recording);
      const memories = await rows<MemoryRow>("memories.jsonl");
      for (const memory of recording.memories) expect(memories).toContainEqual(memory);
      for (const { condition, run, task } of recording.runs) {
        const folder = join("runs", condition, run);
        const id = task.row.instance_id;
        const [again, committed] = await Promise.all(
          [out, dataset].map((base) => recordedText(join(base, folder), id)),
        );
        expect(again, `${folder}/${id}`).toBe(committed);
      }
    });
  },
);

async function recordedText(folder: string, id: string): Promise<string | undefined> {
  const name = (await readdir(folder)).find((file) => file.startsWith(`${id}.`));
  if (name !== undefined) return readFile(join(folder, name), "utf8");
  const lines = (await readFile(join(folder, "output.jsonl"), "utf8")).split("\n");
  return lines.find((line) => line.startsWith(`{"instance_id":"${id}"`));
}
