import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { IngestResult, Trajectory } from "@memop/trajectory";
import { type Ran, runJson, runMemop } from "../run-memop.ts";

/** A folder of its own with a workspace `ws` in it. */
export interface Scratch {
  readonly folder: string;
  /** Writes a file; a list of records becomes JSON lines. Returns the name. */
  write(name: string, content: string | Buffer | readonly object[]): string;
  /** Runs `memop ingest … --out ws`, whatever it ends with. */
  ingest(...argv: readonly string[]): Promise<IngestResult>;
  run(...argv: readonly string[]): Promise<Ran>;
  json<T = Record<string, unknown>>(...argv: readonly string[]): Promise<T>;
  sql<T = Record<string, unknown>>(query: string): Promise<T[]>;
  /** The canonical records in source order. */
  trajectories(): Promise<Trajectory[]>;
  /** Lines of `refused/<stage>.jsonl`. */
  refused(stage?: string): { readonly source: string; readonly reason: string; readonly message: string }[];
}

/** Makes an empty scratch folder. */
export function scratch(): Scratch {
  const folder = mkdtempSync(join(tmpdir(), "memop-hazard-"));
  const over = { workingFolder: folder };
  const json: Scratch["json"] = (...argv) => runJson(argv, over);
  const sql: Scratch["sql"] = (query) => json("sql", "ws", query);
  return {
    folder,
    write(name, content) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      const isText = typeof content === "string" || Buffer.isBuffer(content);
      writeFileSync(path, isText ? content : content.map((each) => `${JSON.stringify(each)}\n`).join(""));
      return name;
    },
    async ingest(...argv) {
      const ran = await runMemop(["ingest", ...argv, "--out", "ws", "--json"], over);
      if (ran.out === "") throw new Error(ran.err);
      return JSON.parse(ran.out) as IngestResult;
    },
    run: (...argv) => runMemop(argv, over),
    json,
    sql,
    async trajectories() {
      const rows = await sql<{ json: string }>(
        "select trajectory_json as json from trajectories order by source_file, source_byte",
      );
      return rows.map((row) => JSON.parse(row.json) as Trajectory);
    },
    refused(stage = "ingest") {
      const text = readFileSync(join(folder, "ws/refused", `${stage}.jsonl`), "utf8");
      return text
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    },
  };
}

/** A dataset row with a chat, as SWE-smith and its kin publish them. */
export function chatRow(taskId: string, messages: readonly object[], more: object = {}): object {
  return { instance_id: taskId, messages, ...more };
}

/** An assistant's message that calls a tool. */
export function calling(id: string, args: object | string, more: object = {}, name = "bash"): object {
  const text = typeof args === "string" ? args : JSON.stringify(args);
  const call = { id, type: "function", function: { name, arguments: text } };
  return { role: "assistant", content: "", tool_calls: [call], ...more };
}

/** A tool's reply. */
export const reply = (id: string, content: string): object => ({ role: "tool", tool_call_id: id, content });

/** A user's message. */
export const user = (content: unknown): object => ({ role: "user", content });

/** A task whose reference solution changes function `f` of `src/a.py`. */
export function taskRow(taskId: string, more: object = {}): object {
  return {
    instance_id: taskId,
    repo: taskId.replace("__", "/").replace(/-\d+$/, ""),
    base_commit: "c0ffee",
    problem_statement: "f returns a where b is right",
    patch: "--- a/src/a.py\n+++ b/src/a.py\n@@ -1,2 +1,2 @@ def f():\n def f():\n-    return a\n+    return b\n",
    test_patch: "",
    FAIL_TO_PASS: ["t"],
    PASS_TO_PASS: [],
    ...more,
  };
}

const solution = { command: "str_replace", path: "/testbed/src/a.py", old_str: "return a", new_str: "return b" };
const edited = "The file /testbed/src/a.py has been edited.";

/** Messages of a run that makes the right edit in its second turn. */
export const solving: readonly object[] = [
  user("fix f"),
  calling("c1", { command: "cat src/a.py" }),
  reply("c1", "def f():\n    return a\n"),
  calling("c2", solution, {}, "str_replace_editor"),
  reply("c2", edited),
];

/** Messages of a run that edits nothing. */
export const idle: readonly object[] = [user("fix f"), calling("c1", { command: "ls" }), reply("c1", "src")];

/**
 * Ingests a baseline run that fails and a run with memory that solves each task, scores and judges them: every memory is
 * accepted. `baseline` are the messages of the baseline runs, from which the memories are to be learned.
 */
export async function judged(
  place: Scratch,
  taskIds: readonly string[],
  { baseline = idle, text = (taskId: string) => `Look at f first (${taskId}).` } = {},
): Promise<void> {
  place.write(
    "tasks.jsonl",
    taskIds.map((id) => taskRow(id)),
  );
  place.write(
    "memories.jsonl",
    taskIds.map((id) => ({ memory_id: `m-${id}`, task_id: id, condition: "m", text: text(id) })),
  );
  place.write(
    "none.jsonl",
    taskIds.map((id) => chatRow(id, baseline, { resolved: false })),
  );
  place.write(
    "with.jsonl",
    taskIds.map((id) => chatRow(id, solving, { resolved: true })),
  );
  await place.json("ingest", "none.jsonl", "tasks.jsonl", "memories.jsonl", "--out", "ws");
  await place.json("ingest", "with.jsonl", "--condition", "m", "--out", "ws");
  await place.json("score", "ws", "--budget", "20");
  await place.json("curate", "ws", "--by", "memory");
}

/** One row of an SFT export. */
export interface SftRow {
  readonly prompt: readonly { readonly role: string; readonly content: string }[];
  readonly completion: readonly { readonly role: string; readonly content: string }[];
  readonly [column: string]: unknown;
}

/** Exports the workspace for TRL as JSON lines and reads one split back. */
export async function sftRows(place: Scratch, split = "train", ...options: readonly string[]): Promise<SftRow[]> {
  await place.json("export", "ws", "--recipe", "sft", "--target", "trl", "--out", "sft", ...options);
  const text = readFileSync(join(place.folder, "sft", `${split}.jsonl`), "utf8");
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as SftRow);
}
