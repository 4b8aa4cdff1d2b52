import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runJson, runMemop } from "../run-memop.ts";

const folder = mkdtempSync(join(tmpdir(), "memop-convert-"));
const over = { workingFolder: folder };
const row = (taskId: string, more: object = {}) =>
  JSON.stringify({
    instance_id: taskId,
    run_id: "some-model_maxiter_30_N_v1",
    resolved: true,
    messages: [
      { role: "user", content: "boil() stops too early." },
      {
        role: "assistant",
        content: "Look first.",
        tool_calls: [{ id: "c1", type: "function", function: { name: "bash", arguments: '{"command": "ls"}' } }],
      },
      { role: "tool", tool_call_id: "c1", content: "kettle\n[Command finished with exit code 0]" },
      { role: "assistant", content: "Done." },
    ],
    tools: [{ type: "function", function: { name: "bash" } }],
    test_result: { git_patch: "diff --git a/a b/a\n", report: { resolved: true } },
    ...more,
  });

beforeAll(() => {
  writeFileSync(join(folder, "rows.jsonl"), `${row("acme__kettle-1")}\n${row("acme__kettle-2")}\n{"no": "run"}\n`);
  writeFileSync(join(folder, "one.json"), row("acme__kettle-1"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const linesOf = (file: string) =>
  readFileSync(join(folder, file), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe.each(["atif", "adp", "openai"])("convert --to %s", (to) => {
  test("writes a line for each run, lists what was refused, and prints what is lost", async () => {
    const { code, out, err } = await runMemop(
      ["convert", "rows.jsonl", "--to", to, "--out", `${to}.jsonl`, "--json"],
      over,
    );
    expect([code, err]).toEqual([0, expect.stringMatching(/^refused rows\.jsonl:3: unrecognised: .*\n$/)]);
    const result = JSON.parse(out) as { losses: Record<string, number>; keptAside: Record<string, number> };
    expect(result).toMatchObject({ converted: 2, refused: 1, out: join(folder, `${to}.jsonl`) });
    expect(result.losses).toEqual(to === "openai" ? { limits: 2, extra: 2 } : expect.objectContaining({ limits: 2 }));
    expect(result.keptAside).toEqual(to === "openai" ? {} : expect.objectContaining({ limits: 2 }));
    expect(linesOf(`${to}.jsonl`)).toHaveLength(2);
  });

  test("what was written is read as the same runs with their outcomes", async () => {
    await runMemop(["convert", "rows.jsonl", "--to", to, "--out", `again-${to}.jsonl`], over);
    await runJson(["ingest", `again-${to}.jsonl`, "--out", `ws-${to}`], over);
    const query =
      "select t.task_id, model, turns, final_patch, resolved from trajectories t join outcomes using (trajectory_id) order by 1";
    const run = { model: "some-model", turns: 2, final_patch: "diff --git a/a b/a\n", resolved: true };
    expect(await runJson(["sql", `ws-${to}`, query], over)).toEqual([
      { task_id: "acme__kettle-1", ...run },
      { task_id: "acme__kettle-2", ...run },
    ]);
  });

  test("a dry run writes nothing", async () => {
    const result = await runJson(["convert", "rows.jsonl", "--to", to, "--out", "never.jsonl", "--dry-run"], over);
    expect(result).toMatchObject({ converted: 2, out: null });
    expect(existsSync(join(folder, "never.jsonl"))).toBe(false);
  });
});

test("one run is a document for ATIF and ADP, and a line for a trainer", async () => {
  for (const to of ["atif", "adp", "openai"])
    await runJson(["convert", "one.json", "--to", to, "--out", `one-${to}`], over);
  const linesIn = (file: string) => readFileSync(join(folder, file), "utf8").trim().split("\n").length;
  expect([linesIn("one-atif") > 10, linesIn("one-adp") > 10, linesIn("one-openai")]).toEqual([true, true, 1]);
});

test("without --json the losses are lines for people", async () => {
  const { out } = await runMemop(["convert", "one.json", "--to", "openai", "--out", "people.jsonl"], over);
  expect(out).toMatch(/^losses +limits 1, extra 1$/m);
});

test("steps that branches of a tree share are trained on in the first of them", async () => {
  const node = (role: string, content: string, children: readonly unknown[] = []) => ({ role, content, children });
  const leaf = (command: string) => node("assistant", `So:\n\`\`\`\n${command}\n\`\`\``, [node("user", "ok")]);
  const first = node("assistant", "Look.\n```\nls\n```", [node("user", "a.py", [leaf("cat a.py"), leaf("cat b.py")])]);
  const tree = { root: node("user", "issue", [first]), iterations: 3, node_id_stack: [] };
  writeFileSync(join(folder, "acme__kettle-3.root"), JSON.stringify(tree));
  await runMemop(["convert", "acme__kettle-3.root", "--to", "openai", "--out", "branches.jsonl"], over);
  const weights = linesOf("branches.jsonl").map(({ messages }) =>
    (messages as { role: string; weight?: number }[])
      .filter(({ role }) => role === "assistant")
      .map(({ weight }) => weight),
  );
  expect(weights).toEqual([
    [undefined, undefined],
    [0, undefined],
  ]);
});
