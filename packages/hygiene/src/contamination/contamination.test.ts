import { expect, test } from "vitest";
import { aRunUnderCheck, aTask, describeHygieneFilter } from "../testing/index.ts";
import { benchmarkOf } from "./benchmark.ts";
import { contamination } from "./contamination.ts";
import { sweBenchFamilies } from "./swe-bench-families.ts";

const task = aTask();
const list = benchmarkOf("held-out", [task]);
const other = aTask({ taskId: "pallets__flask-2", baseCommit: "00", goldPatch: null });
const renamed = (parts: Partial<typeof task>) => ({ tasks: [{ ...other, ...parts }], benchmarks: [list] });
const patchOf = (...lines: readonly string[]) =>
  `--- a/x.py\n+++ b/x.py\n@@ -0,0 +1,9 @@\n${lines.map((line) => `+${line}`).join("\n")}\n`;
const wide = benchmarkOf("wide", [
  aTask({ goldPatch: patchOf("alpha = beta + 10", "gamma = delta + 20", "epsilon = zeta + 30", "eta = theta + 40") }),
]);

describeHygieneFilter(contamination, {
  keeps: {
    "any task when no benchmark is given": { tasks: [task] },
    "another instance of the same repository": renamed({}),
    "another repository at an equal commit": renamed({ repo: "fork/flask", baseCommit: task.baseCommit }),
    "a patch of other lines": renamed({ goldPatch: patchOf("unrelated = something_else + 1") }),
    "one shared line of four": {
      tasks: [{ ...other, goldPatch: patchOf("alpha = beta + 10", "own = line_of_code + 2") }],
      benchmarks: [wide],
    },
    "a task of a training set": {
      tasks: [aTask({ taskId: "pandas-dev__pandas.95280573.pr_53652" })],
      benchmarks: sweBenchFamilies,
    },
    "an id that only looks like a family's": {
      tasks: [aTask({ taskId: "django__djangorestframework-12" })],
      benchmarks: sweBenchFamilies,
    },
  },
  drops: {
    "an instance of the list": ["contaminated-instance", { tasks: [task], benchmarks: [list] }],
    "an instance in other letters": [
      "contaminated-instance",
      { tasks: [aTask({ taskId: "Pallets__Flask-1" })], benchmarks: [list] },
    ],
    "a run that names the instance itself": [
      "contaminated-instance",
      aRunUnderCheck({ tasks: [], benchmarks: [list] }),
    ],
    "the same repository and commit under another id": [
      "contaminated-commit",
      renamed({ repo: "Pallets/Flask", baseCommit: task.baseCommit?.toUpperCase() ?? null }),
    ],
    "the same fix in a fork, re-indented": [
      "contaminated-patch",
      renamed({
        repo: "fork/flask",
        goldPatch: patchOf("  result = round( sum(items, start = 0.0), currency_digits )"),
      }),
    ],
    "half of the lines": [
      "contaminated-patch",
      { tasks: [{ ...other, goldPatch: patchOf("alpha = beta + 10", "eta = theta + 40") }], benchmarks: [wide] },
    ],
    "an instance by its family's rule": ["contaminated-family", { tasks: [task], benchmarks: sweBenchFamilies }],
  },
});

test.each([
  ["django__django-11099", "swe-bench"],
  ["pvlib__pvlib-python-1854", "swe-bench-dev"],
  ["chartjs__Chart.js-10301", "swe-bench-multimodal"],
  ["ponylang__ponyc-4595", "multi-swe-bench"],
  [
    "instance_ansible__ansible-0fd88717c953b92ed8a50495d55e630eb5d59166-vba6da65a0f3baefda7a058ebbd0a8dcafb8512f5",
    "swe-bench-pro",
  ],
])("%s is of %s", (id, name) => {
  expect(sweBenchFamilies.filter((family) => family.hasInstance(id)).map((family) => family.name)).toEqual([name]);
});
