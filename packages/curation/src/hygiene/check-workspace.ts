import { countReasons, type Row, runStage, tableFiles, type Workspace } from "@memop/core";
import { type HygieneReason, pairExclusions } from "@memop/hygiene";
import { checkMemories } from "./check-memories.ts";
import { checkRuns } from "./check-runs.ts";
import { findingsTable } from "./findings-table.ts";
import { hygieneConfig, type ResolvedHygieneSettings } from "./hygiene-settings.ts";
import { openTaskReader } from "./task-reader.ts";

/** How to check a workspace. */
export interface CheckOptions {
  readonly settings: ResolvedHygieneSettings;
  /** Called after each run. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  readonly force?: boolean | undefined;
}

/**
 * Checks the runs and memories of a workspace into its `findings` table: a stage of its own, so that curating again by another
 * policy checks nothing twice. Duplicates among memories are not in it: which of them is kept depends on their verdicts.
 *
 * False when there is neither a run nor a memory to check.
 */
export async function checkWorkspace(workspace: Workspace, options: CheckOptions): Promise<boolean> {
  const { settings, onProgress, force = false } = options;
  const hasRuns = tableFiles(workspace, "trajectories").length > 0;
  if (!hasRuns && tableFiles(workspace, "memories").length === 0) return false;
  // Which reasons are allowed decides on drops, not on findings.
  const { benchmarks, scanners } = hygieneConfig(settings);
  await runStage(
    workspace,
    {
      name: "hygiene",
      config: { benchmarks, scanners },
      // Score cards only say on which tasks a memory was used where the runs themselves are unknown.
      reads: ["tasks", "trajectories", "outcomes", "memories", ...(hasRuns ? [] : ["scores"])],
      async body({ write }) {
        const tasks = await openTaskReader(workspace);
        try {
          const flaggedRuns = new Map<string, HygieneReason>();
          const checked = { trajectories: 0 };
          const reasons: { reason: string }[] = [];
          const rows = async function* (): AsyncGenerator<Row> {
            for await (const row of allFindings()) {
              reasons.push({ reason: row.reason as string });
              yield row;
            }
          };
          const allFindings = async function* (): AsyncGenerator<Row> {
            yield* checkRuns(workspace, {
              settings,
              tasks,
              found: (id, reason) => void (isGrave(reason) && !flaggedRuns.has(id) && flaggedRuns.set(id, reason)),
              onProgress(done, total) {
                checked.trajectories = done;
                onProgress?.(done, total);
              },
            });
            yield* checkMemories(workspace, { settings, tasks, flaggedRuns, useScores: !hasRuns });
          };
          const findings = await write(findingsTable, rows());
          const result = { ...checked, findings, byReason: countReasons(reasons) };
          return { read: checked.trajectories, used: checked.trajectories, result };
        } finally {
          tasks.close();
        }
      },
    },
    { force },
  );
  return true;
}

function isGrave(reason: HygieneReason): boolean {
  return (pairExclusions as readonly HygieneReason[]).includes(reason);
}
