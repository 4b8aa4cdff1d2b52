import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { requirePart, sharedData } from "@memop/core/testing";
import { describe, expect, test } from "vitest";
import { Trajectory, turnsOf } from "../trajectory.ts";
import { sniffFormat } from "./index.ts";

/**
 * Recorded runs with what a reader must find in them: turns, edits by tools, and how many of those succeeded, one triple for
 * each trajectory of the file or folder. Counted apart from the readers, by the actions, events and messages of each file.
 */
type Counts = readonly [turns: number, edits: number, succeeded: number];
const expected: readonly (readonly [path: string, format: string, ...counts: readonly Counts[]])[] = [
  // The demonstration of marshmallow-1867: `create`, three edits; in all but one variant the linter rejects the second.
  ["swe-agent/*default__t-0.20*", "swe-agent", [14, 4, 3]],
  ["swe-agent/*default_sys-env_cursors*", "swe-agent", [12, 4, 3]],
  ["swe-agent/*default_sys-env_window100*", "swe-agent", [11, 4, 3]],
  ["swe-agent/*function_calling__install*", "swe-agent", [11, 4, 3]],
  ["swe-agent/*function_calling_replace__install*", "swe-agent", [11, 4, 3]],
  ["swe-agent/*function_calling_replace_from_source*", "swe-agent", [13, 3, 3]],
  ["swe-agent/*xml_sys-env_cursors*", "swe-agent", [12, 4, 3]],
  ["swe-agent/*xml_sys-env_window100*", "swe-agent", [11, 4, 3]],
  ["swe-agent/*humanevalfix-python-0.traj", "swe-agent", [5, 1, 1]],
  ["swe-agent/*test-repo-i1.traj", "swe-agent", [5, 1, 1]],
  ["swe-agent/*6e44b9*", "swe-agent", [5, 1, 1]],
  ["swe-agent/*pydicom-1458.traj", "swe-agent", [12, 6, 3]],
  // The linter of the Python decryption script rejects three edits in a row.
  ["swe-agent/*BabyEncryption.traj", "swe-agent", [16, 8, 5]],
  ["swe-agent/*BabyTimeCapsule.traj", "swe-agent", [9, 0, 0]],
  ["swe-agent/*eps.traj", "swe-agent", [14, 0, 0]],
  ["swe-agent/*katy.traj", "swe-agent", [18, 8, 8]],
  ["swe-agent/*flash.traj", "swe-agent", [4, 0, 0]],
  ["swe-agent/*networking_1.traj", "swe-agent", [4, 0, 0]],
  ["swe-agent/*warmup.traj", "swe-agent", [7, 3, 3]],
  ["swe-agent/*rock.traj", "swe-agent", [12, 2, 2]],
  ["swe-agent/*i_got_id_demo.traj", "swe-agent", [21, 2, 2]],
  // A history alone is a demonstration: nothing in it is a turn, though its one edit was made.
  ["swe-agent/*function_calling_simple.traj", "swe-agent", [0, 1, 1]],
  ["swe-agent/swebench-lite-multirun/cost_2_1/*.traj", "swe-agent", [10, 2, 2], [12, 1, 1], [14, 7, 2]],
  ["swe-agent/swebench-lite-multirun/cost_2_2/*.traj", "swe-agent", [11, 4, 4], [6, 1, 1], [11, 6, 5]],
  ["swe-agent/swebench-lite-multirun/cost_2_3/*.traj", "swe-agent", [9, 2, 2], [12, 3, 3], [10, 5, 4]],
  ["swe-smith/trajectories/pandas*53652/*.traj", "swe-agent", [37, 4, 4]],
  ["swe-smith/trajectories/pandas*53856/*.traj", "swe-agent", [17, 3, 3]],
  ["swe-smith/trajectories/pydantic*/*.traj", "swe-agent", [22, 8, 8]],
  ["dars/*.traj", "swe-agent", [10, 3, 3]],
  // All edits of mini-swe-agent are shell text, which is read later.
  ["mini-swe-agent/github_issue.traj.json", "mini-swe-agent", [10, 0, 0]],
  ["mini-swe-agent/local.traj.json", "mini-swe-agent", [2, 0, 0]],
  ["harbor-atif/docs/rfcs/*/mini-swe-agent-trajectory.json", "mini-swe-agent", [3, 0, 0]],
  // The first edits of all three rows fail; the third row ends at its 50 iterations with 49 model responses.
  ["openhands-v0/multi_swe_bench_output.jsonl", "openhands-v0", [23, 2, 1], [33, 11, 1], [49, 16, 4]],
  ["openhands-v0/replay_trajs_basic.json", "openhands-v0", [2, 1, 1]],
  ["openhands-v0/replay_trajs_basic_gui_mode.json", "openhands-v0", [5, 2, 2]],
  ["openhands-v0/replay_trajs_basic_interactions.json", "openhands-v0", [3, 0, 0]],
  // Fifteen calls of `edit_file_by_replace`: eight rejected by the linter, three without a match.
  ["openhands-v0/resolver_output.jsonl", "openhands-v0", [4, 0, 0], [22, 15, 4]],
  ["harbor-atif/docs/rfcs/*/openhands_trajectory.json", "openhands-v0", [2, 0, 0]],
  ["openhands-v0/*/llm_completions/astropy__astropy-12907/", "openhands-completions", [10, 3, 3]],
  ["openhands-v0/*/llm_completions/astropy__astropy-14369/", "openhands-completions", [22, 7, 6]],
  ["openhands-v0/*/llm_completions/django__django-10097/", "openhands-completions", [50, 23, 23]],
  ["openhands-v0/*/llm_completions/django__django-10914/", "openhands-completions", [11, 2, 2]],
  ["openhands-v0/*/llm_completions/django__django-11099/", "openhands-completions", [17, 6, 4]],
  // `[Errno 2] No such file or directory` while creating the file.
  ["openhands-v1-sdk/llm_data/llm-logs/", "openhands-completions", [6, 1, 0]],
  ["openhands-v1-sdk/llm_data/nonfncall-llm-logs/", "openhands-completions", [4, 0, 0]],
  ["harbor-atif/golden/openhands/hello-world.trajectory.json", "atif", [2, 1, 1]],
  ["harbor-atif/golden/openhands/*no_function_calling.json", "atif", [2, 0, 0]],
  ["harbor-atif/golden/terminus_2/*linear-history.trajectory.json", "atif", [3, 0, 0]],
  // Eight steps, of which four are copied.
  ["harbor-atif/golden/terminus_2/*cont-1.json", "atif", [4, 0, 0]],
  ["harbor-atif/golden/terminus_2/hello-world-context-summarization.trajectory.json", "atif", [7, 0, 0]],
  ["harbor-atif/golden/terminus_2/*summarization-1-answers.json", "atif", [0, 0, 0]],
  ["harbor-atif/golden/terminus_2/*summarization-1-questions.json", "atif", [0, 0, 0]],
  ["harbor-atif/golden/terminus_2/*trajectory.summarization-1-summary.json", "atif", [0, 0, 0]],
  ["harbor-atif/golden/terminus_2/*invalid-json.trajectory.json", "atif", [4, 0, 0]],
  ["harbor-atif/golden/terminus_2/*timeout.trajectory.json", "atif", [3, 0, 0]],
  ["adp/swe-smith/sample_raw.json", "chat-rows", [15, 3, 3], [23, 8, 8], [18, 5, 5], [22, 9, 9], [38, 12, 12]],
  // In the last row five of the sixteen are `undo_edit`.
  ["adp/swe-gym_*/sample_raw.json", "chat-rows", [17, 3, 3], [11, 2, 2], [12, 2, 2], [18, 5, 5], [30, 16, 16]],
  ["adp/mini-coder/sample_raw.json", "chat-rows", [8, 0, 0]],
  // Counted by the items; what is said after `submit` is the converter's.
  ["adp/swe-smith/sample_std.json", "adp", [15, 3, 3], [23, 8, 8], [18, 5, 5], [22, 9, 9], [38, 12, 12]],
  ["adp/swe-gym_*/sample_std.json", "adp", [23, 3, 3], [11, 2, 2], [13, 2, 2], [18, 5, 5], [31, 16, 16]],
  ["adp/nebius_*/sample_std.json", "adp", [6, 1, 1], [14, 5, 5], [5, 1, 1], [8, 3, 3], [16, 5, 2]],
  ["adp/agenttuning_os/sample_std.json", "adp", [7, 0, 0], [6, 0, 0], [6, 0, 0], [7, 0, 0], [8, 0, 0]],
  ["adp/codeactinstruct/sample_std.json", "adp", [4, 0, 0], [5, 0, 0], [3, 0, 0], [3, 0, 0], [3, 0, 0]],
  ["adp/mini-coder/sample_std.json", "adp", [8, 0, 0]],
  ["adp/nebius_*/sample_raw.json", "nebius", [6, 1, 1], [14, 5, 5], [5, 1, 1], [8, 3, 3], [16, 5, 2]],
  [
    "adp/swe-smith/sample_sft/*.json",
    "sharegpt",
    ...repeated(2, [16, 3, 3], [24, 8, 8], [19, 5, 5], [23, 9, 9], [39, 12, 12]),
  ],
  ["adp/swe-gym_*/sample_sft.json", "sharegpt", [23, 3, 3], [11, 2, 2], [13, 2, 2], [18, 5, 5], [31, 16, 16]],
  ["adp/openhands/*/*_openhands.json", "sharegpt", [12, 0, 0], [15, 0, 0], [19, 0, 0], [8, 0, 0], [31, 0, 0]],
  ["adp/agenttuning_os/sample_sft.json", "sharegpt", [7, 0, 0], [6, 0, 0], [6, 0, 0], [7, 0, 0], [8, 0, 0]],
  ["adp/mini-coder/sample_sft.json", "sharegpt", [9, 0, 0]],
  // Exported after each model call: every row is the one before it and one turn more.
  ["harbor-atif/golden/openhands/hello-world.traces.json", "sharegpt", [1, 0, 0], [2, 0, 0]],
  ["harbor-atif/*/terminus_2/*invalid-json.traces.json", "sharegpt", [1, 0, 0], [2, 0, 0], [3, 0, 0], [4, 0, 0]],
];

describe("recorded runs", () => {
  const data = sharedData() ?? "";
  if (requirePart("shared", data !== "", "MEMOP_SHARED names no folder of recorded runs")) return;
  const files = filesUnder(data);

  test.each(expected.map(([pattern, formatName, ...counts]) => ({ pattern, formatName, counts })))(
    "$pattern reads as $formatName",
    ({ pattern, formatName, counts }) => {
      const matching = files.filter((file) => isLike(file, pattern));
      const records = matching.flatMap((file) => recordsOf(join(data, file)).map((record) => ({ file, record })));
      expect(records.length).toBeGreaterThan(0);
      const isFolder = pattern.endsWith("/");
      const groups = isFolder ? [records] : records.map((each) => [each]);
      const found = groups.map((group) => {
        const format = sniffFormat(group[0]?.record);
        expect(format?.name).toBe(formatName);
        const read = format?.read(
          group.map((each) => each.record),
          { path: group[0]?.file ?? "" },
        );
        const trajectory = Trajectory.parse(read?.trajectory);
        const edits = trajectory.steps.flatMap((step) => step.edits);
        return [turnsOf(trajectory), edits.length, edits.filter((edit) => edit.succeeded).length];
      });
      expect(found).toEqual(counts);
    },
  );
});

/** The same counts of files that hold the same runs. */
function repeated(times: number, ...counts: readonly Counts[]): Counts[] {
  return Array.from({ length: times }, () => counts).flat();
}

/** `*` stands for anything but `/`, a final `/` for every file of the folder. */
function isLike(path: string, pattern: string): boolean {
  const source = pattern.replaceAll(/[.+()[\]]/g, "\\$&").replaceAll("*", "[^/]*");
  return new RegExp(`^${source}${pattern.endsWith("/") ? "[^/]+" : ""}$`).test(path);
}

function filesUnder(folder: string, prefix = ""): string[] {
  return readdirSync(join(folder, prefix))
    .sort()
    .flatMap((name) => {
      const path = `${prefix}${name}`;
      if (statSync(join(folder, path)).isDirectory()) return filesUnder(folder, `${path}/`);
      return /\.(json|jsonl|traj|root)$/.test(name) ? [path] : [];
    });
}

/** The document of a file, or the records of a list of rows or of a file of lines; lines that are no JSON are passed over. */
function recordsOf(path: string): readonly unknown[] {
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  try {
    const document: unknown = JSON.parse(text);
    return Array.isArray(document) && sniffFormat(document) === null ? document : [document];
  } catch {
    return text.split("\n").flatMap((line) => {
      try {
        return [JSON.parse(line) as unknown];
      } catch {
        return [];
      }
    });
  }
}
