import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PreparedTask } from "../repository/prepare-task.ts";
import { runCommand } from "../repository/run-command.ts";
import { runTests } from "../repository/run-tests.ts";

/** How the hidden tests judged a patch. */
export type Outcome = "resolved" | "unresolved" | "empty" | "error";

/** Applies a patch and the hidden tests to a fresh copy and runs all tests. `error`: the patch does not apply. */
export async function judge(task: PreparedTask, patch: string, directory: string): Promise<Outcome> {
  if (patch.trim() === "") return "empty";
  await cp(task.clone, directory, { recursive: true });
  try {
    for (const [name, text] of [
      ["model.patch", patch],
      ["test.patch", task.row.test_patch],
    ] as const) {
      await writeFile(join(directory, name), text);
      const { returncode } = await runCommand(directory, `git apply ${name}`);
      if (returncode !== 0) return "error";
    }
    const results = await runTests(directory);
    const required = [...task.row.FAIL_TO_PASS, ...task.row.PASS_TO_PASS];
    return required.every((name) => results.get(name) === true) ? "resolved" : "unresolved";
  } finally {
    await rm(directory, { recursive: true });
  }
}
