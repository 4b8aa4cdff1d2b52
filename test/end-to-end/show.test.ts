import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkout, runJson, runMemop } from "../run-memop.ts";

const folder = mkdtempSync(join(tmpdir(), "memop-show-"));
const ws = join(folder, "ws");
let rows: { trajectory_id: string; task_id: string; n: number }[];

beforeAll(async () => {
  await runJson(["ingest", join(checkout, "datasets/quickstart"), "--out", ws]);
  const query = "select trajectory_id, task_id, count(*) over (partition by task_id) as n from trajectories order by 1";
  rows = await runJson(["sql", ws, query]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const first = () => rows[0] as (typeof rows)[number];

describe("memop show", () => {
  test("shows one trajectory by the start of its id", async () => {
    const { code, out } = await runMemop(["show", ws, first().trajectory_id.slice(0, 12)]);
    expect(code).toBe(0);
    expect(out).toContain(first().trajectory_id);
    expect(out).toContain("── turn 1 ──");
    expect(out).toMatch(/^gold file .+: (turn \d+|never)$/m);
  });

  test("lists the trajectories of a task that has several", async () => {
    const several = rows.find(({ n }) => n > 1) as (typeof rows)[number];
    const { code, out } = await runMemop(["show", ws, several.task_id]);
    expect(code).toBe(0);
    for (const { trajectory_id } of rows.filter(({ task_id }) => task_id === several.task_id))
      expect(out).toContain(trajectory_id);
    expect(out).toContain(`${several.n} trajectories of ${several.task_id}; show one by its id`);
    expect(await runJson<unknown[]>(["show", ws, several.task_id])).toHaveLength(several.n);
  });

  test("an id that several begin with is an error that lists them", async () => {
    const { code, err } = await runMemop(["show", ws, ""]);
    expect(code).toBe(2);
    expect(err).toMatch(/stands for .* trajectories\nhint: name one by its id: /);
  });

  test("gives the canonical record, or some turns of it, as JSON", async () => {
    const { trajectory_id } = first();
    const whole = await runJson<{ steps: { turn: number | null }[] }>(["show", ws, trajectory_id]);
    const part = await runJson<{ steps: { turn: number | null }[] }>(["show", ws, trajectory_id, "--turns", "1..2"]);
    expect(part).toEqual({ ...whole, steps: part.steps });
    expect(new Set(part.steps.flatMap(({ turn }) => turn ?? []))).toEqual(new Set([1, 2]));
  });

  test("hands its text to the pager of a terminal, unless told not to or there is none", async () => {
    const paged: string[] = [];
    const page = async (text: string) => paged.push(text) > 0;
    const { trajectory_id } = first();
    expect((await runMemop(["show", ws, trajectory_id], { page })).out).toBe("");
    expect(paged[0]).toContain(trajectory_id);
    const printed = await runMemop(["show", ws, trajectory_id, "--no-pager"], { page });
    expect(printed.out).toBe(paged[0]);
    expect((await runMemop(["show", ws, trajectory_id], { page: async () => false })).out).toBe(paged[0]);
  });
});
