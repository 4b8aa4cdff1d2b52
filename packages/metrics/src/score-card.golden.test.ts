import type { Edit } from "@memop/trajectory";
import { describe, expect, test } from "vitest";
import type { GoldSet } from "./gold-set.ts";
import { type MetricName, metricNames } from "./metric.ts";
import { type RolloutInput, scoreRollout } from "./score-card.ts";
import { makeEdit } from "./testing/index.ts";

const f = (file: string, name: string) => ({ file, name });
const gold = (
  files: readonly string[],
  functions: GoldSet["functions"] = [],
  former: readonly (readonly [string, string])[] = [],
): GoldSet => ({
  files,
  aliases: new Map([...files.map((file) => [file, file] as const), ...former]),
  functions,
});
const inFunction = (...functions: string[]): Partial<Edit> => ({ functions });

const one = gold(["src/a.py"], [f("src/a.py", "first")]);
const two = gold(
  ["src/a.py", "src/b.py"],
  [f("src/a.py", "first"), f("src/b.py", "Thing.second"), f("src/b.py", "third")],
);
const base = { edits: [], gold: one, turns: 10, budget: 20, resolved: false, health: "healthy" } satisfies RolloutInput;

/** Ten values in the order of `metricNames`: LA file 1, all, func 1, all; LE file 1, all, func 1, all; SR; E_resolve. */
type Ten = readonly [...(number | null)[]] & { length: 10 };
const _ = null;

const cases: readonly (readonly [title: string, input: RolloutInput, expected: Ten, notes: readonly string[]])[] = [
  [
    "1 located at turn 4, not resolved",
    { ...base, edits: [makeEdit(4, "src/a.py", inFunction("first"))] },
    // (20 - 4)/20 = 80.
    [100, 100, 100, 100, 80, 80, 80, 80, 0, 0],
    [],
  ],
  ["2 nothing edited: every t is T, so LE is (20 - 20)/20 = 0", base, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0], []],
  [
    "3 two files, three functions, two of them located",
    {
      ...base,
      gold: two,
      edits: [makeEdit(3, "src/b.py", inFunction("Thing.second")), makeEdit(8, "src/a.py", inFunction("first"))],
    },
    // Files at 8 and 3: first (20 - 3)/20 = 85, all (20 - 8)/20 = 60. Functions at 8, 3, never: 2/3; first 85, all 0.
    [100, 100, 100, 200 / 3, 85, 60, 85, 0, 0, 0],
    [],
  ],
  [
    "4 one file of two",
    { ...base, gold: two, edits: [makeEdit(5, "src/b.py", inFunction("other"))] },
    // 1 of 2 files = 50 %; first (20 - 5)/20 = 75, all 0. No function.
    [100, 50, 0, 0, 75, 0, 0, 0, 0, 0],
    [],
  ],
  [
    "5 resolved at turn 12 after locating all at turn 2",
    { ...base, turns: 12, resolved: true, edits: [makeEdit(2, "src/a.py", inFunction("first"))] },
    // (20 - 2)/20 = 90; (20 - 12)/20 = 40.
    [100, 100, 100, 100, 90, 90, 90, 90, 100, 40],
    [],
  ],
  [
    "6 resolved without an edit that could be read: everything is located at the last turn",
    { ...base, gold: two, turns: 15, resolved: true },
    // t = N = 15: (20 - 15)/20 = 25.
    [100, 100, 100, 100, 25, 25, 25, 25, 100, 25],
    ["located-by-resolution:5"],
  ],
  [
    "7 resolved, one of two files read: the other is located at the last turn",
    { ...base, gold: two, resolved: true, edits: [makeEdit(4, "src/a.py", inFunction("first"))] },
    // Files 4 and N = 10: first 80, all (20 - 10)/20 = 50. Functions 4, 10, 10: the same. (20 - 10)/20 = 50.
    [100, 100, 100, 100, 80, 50, 80, 50, 100, 50],
    ["located-by-resolution:3"],
  ],
  [
    "8 a refused edit locates nothing; the accepted one later does",
    {
      ...base,
      edits: [
        makeEdit(2, "src/a.py", { functions: ["first"], succeeded: false }),
        makeEdit(6, "src/a.py", inFunction("first")),
      ],
    },
    // (20 - 6)/20 = 70.
    [100, 100, 100, 100, 70, 70, 70, 70, 0, 0],
    [],
  ],
  [
    "9 a shell edit locates the file and, where the reader knows it, the function",
    {
      ...base,
      edits: [
        makeEdit(5, "src/a.py", { via: "shell" }),
        makeEdit(9, "src/a.py", { via: "shell", functions: ["first"] }),
      ],
    },
    // File (20 - 5)/20 = 75, function (20 - 9)/20 = 55.
    [100, 100, 100, 100, 75, 75, 55, 55, 0, 0],
    [],
  ],
  [
    "10 a renamed gold file edited under its former name",
    {
      ...base,
      gold: gold(["src/new.py"], [f("src/new.py", "stay")], [["src/old.py", "src/new.py"]]),
      edits: [makeEdit(10, "src/old.py", inFunction("stay"))],
    },
    // (20 - 10)/20 = 50.
    [100, 100, 100, 100, 50, 50, 50, 50, 0, 0],
    [],
  ],
  [
    "11 the agent itself renames the gold file: the edit touches both names",
    { ...base, edits: [makeEdit(1, "src/z.py", { kind: "rename", oldPath: "src/a.py" })] },
    // (20 - 1)/20 = 95; no function is known.
    [100, 100, 0, 0, 95, 95, 0, 0, 0, 0],
    [],
  ],
  [
    "12 absolute paths of a sandbox, and a class left out by the agent's reader",
    {
      ...base,
      gold: gold(["src/b.py"], [f("src/b.py", "Thing.second")]),
      edits: [makeEdit(7, "/opt/build/src/b.py", inFunction("second"))],
    },
    // (20 - 7)/20 = 65.
    [100, 100, 100, 100, 65, 65, 65, 65, 0, 0],
    [],
  ],
  [
    "13 the same name in another class or another file is another function",
    {
      ...base,
      gold: gold(["src/b.py"], [f("src/b.py", "Thing.second")]),
      edits: [makeEdit(2, "src/b.py", inFunction("Other.second")), makeEdit(3, "src/c.py", inFunction("Thing.second"))],
    },
    // The file at 2: (20 - 2)/20 = 90.
    [100, 100, 0, 0, 90, 90, 0, 0, 0, 0],
    [],
  ],
  [
    "14 no gold function: function metrics are undefined, not 0",
    { ...base, gold: gold(["setup.cfg"]), edits: [makeEdit(4, "setup.cfg")] },
    [100, 100, _, _, 80, 80, _, _, 0, 0],
    ["no-gold-functions"],
  ],
  [
    "15 no gold file at all, resolved: undefined stays undefined",
    { ...base, gold: gold([]), turns: 5, resolved: true },
    // (20 - 5)/20 = 75.
    [_, _, _, _, _, _, _, _, 100, 75],
    ["no-gold-files", "no-gold-functions"],
  ],
  ["16 gold patch unknown", { ...base, gold: null }, [_, _, _, _, _, _, _, _, 0, 0], ["no-gold-patch"]],
  [
    "17 budget unknown: LE and E_resolve are undefined",
    { ...base, budget: null, resolved: true, edits: [makeEdit(4, "src/a.py", inFunction("first"))] },
    [100, 100, 100, 100, _, _, _, _, 100, _],
    ["budget-unknown"],
  ],
  [
    "18 outcome unknown: no rule of resolution, SR and E_resolve undefined",
    { ...base, gold: two, resolved: null, edits: [makeEdit(2, "src/a.py", inFunction("first"))] },
    // 1 of 2 files, 1 of 3 functions; (20 - 2)/20 = 90, all 0.
    [100, 50, 100, 100 / 3, 90, 0, 90, 0, _, _],
    ["outcome-unknown"],
  ],
  [
    "19 25 turns of 20, resolved, located at turn 22: clamped to T",
    { ...base, turns: 25, resolved: true, edits: [makeEdit(22, "src/a.py", inFunction("first"))] },
    // min(22, 20) = 20: 0. min(25, 20) = 20: 0.
    [100, 100, 100, 100, 0, 0, 0, 0, 100, 0],
    ["turns-over-budget:25>20"],
  ],
  [
    "20 reverted afterwards: the location stays, and a revert alone locates nothing",
    {
      ...base,
      gold: two,
      edits: [
        makeEdit(3, "src/a.py", inFunction("first")),
        makeEdit(5, "src/a.py", { kind: "revert" }),
        makeEdit(6, "src/b.py", { kind: "revert" }),
      ],
    },
    // File 1 of 2, function 1 of 3, (20 - 3)/20 = 85.
    [100, 50, 100, 100 / 3, 85, 0, 85, 0, 0, 0],
    [],
  ],
  [
    "21 created and deleted files are edits; the order in which edits are listed does not matter",
    {
      ...base,
      gold: gold(["src/new.py", "src/gone.py"]),
      edits: [
        makeEdit(9, "src/new.py"),
        makeEdit(8, "src/gone.py", { kind: "delete" }),
        makeEdit(4, "./src/new.py", { kind: "create" }),
      ],
    },
    // 4 and 8: (20 - 4)/20 = 80, (20 - 8)/20 = 60.
    [100, 100, _, _, 80, 60, _, _, 0, 0],
    ["no-gold-functions"],
  ],
];

describe("score cards worked out by hand", () => {
  test.each(cases)("%s", (_title, input, expected, notes) => {
    const card = scoreRollout(input);
    for (const [at, metric] of metricNames.entries()) {
      const value = card?.metrics[metric as MetricName] ?? null;
      const wanted = expected[at] as number | null;
      if (wanted === null) expect(value, metric).toBeNull();
      else expect(value, metric).toBeCloseTo(wanted, 10);
    }
    expect(card?.notes).toEqual(notes);
  });
});

test("a rollout that failed for infrastructure reasons has no card; a timeout has one", () => {
  expect(scoreRollout({ ...base, health: "infra" })).toBeNull();
  expect(scoreRollout({ ...base, health: "timeout" })?.metrics.sr).toBe(0);
});
