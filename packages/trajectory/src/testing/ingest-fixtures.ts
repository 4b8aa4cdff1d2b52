import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import type { IngestOptions } from "../ingest/ingest.ts";

/** A new empty folder under the system's temporary folder. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), "memop-test-"));
}

/** Writes files (path below `folder` to content) and makes their folders. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** A chat row: one turn that looks into a file; `text` makes it different from others. */
export function chatRow(taskId: string, text: string, more: Readonly<Record<string, unknown>> = {}): string {
  const messages = [
    { role: "system", content: "You fix bugs." },
    { role: "user", content: `Fix ${taskId}` },
    { role: "assistant", content: text, tool_calls: [bashCall("cat src/a.py")] },
    { role: "tool", tool_call_id: "call_1", content: "def a():\n    return 1\n" },
    { role: "assistant", content: "done" },
  ];
  return JSON.stringify({ instance_id: taskId, model: "m", messages, ...more });
}

function bashCall(command: string): unknown {
  return { id: "call_1", type: "function", function: { name: "bash", arguments: JSON.stringify({ command }) } };
}

/** A task row in SWE-bench's shape whose gold patch changes one function. */
export function taskRow(taskId: string): string {
  const patch =
    "diff --git a/src/a.py b/src/a.py\n--- a/src/a.py\n+++ b/src/a.py\n@@ -1,2 +1,2 @@ def a():\n def a():\n-    return 1\n+    return 2\n";
  const row = {
    instance_id: taskId,
    repo: "o/r",
    base_commit: "c0",
    patch,
    test_patch: "",
    problem_statement: "a is wrong",
  };
  return JSON.stringify({ ...row, FAIL_TO_PASS: ["t"], PASS_TO_PASS: [] });
}

/** Options of an ingestion that takes everything by content. */
export function ingestOptions(paths: readonly string[], more: Partial<IngestOptions> = {}): IngestOptions {
  return {
    paths,
    tasks: [],
    results: [],
    memories: [],
    condition: "none",
    run: null,
    labels: null,
    format: null,
    shard: null,
    ...more,
  };
}

/** SHA-256 of every Parquet and JSONL file of a workspace, by path. */
export function tableHashes(root: string): Record<string, string> {
  const hashes: Record<string, string> = {};
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(parquet|jsonl)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    hashes[relative(root, file)] = createHash("sha256").update(readFileSync(file)).digest("hex");
  }
  return hashes;
}
