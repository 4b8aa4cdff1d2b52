import { describe, expect, test } from "vitest";
import type { OutcomeGives } from "./outcome-format.ts";
import { outcomeFormats } from "./outcome-formats.ts";

const applied = { patch_is_None: false, patch_exists: true, patch_successfully_applied: true, resolved: false };
const refused = { ...applied, patch_successfully_applied: false };
const broken = { ...applied, infra_failure: true };

function evaluationOf(output: string) {
  return { run_id: "eval_0", status: "success", content: "diff --git a/a b/a", output };
}

/** Reports of each form that between them say all that the form can say, and one that says little. */
const samples: Readonly<Record<string, readonly unknown[]>> = {
  "harness-summary": [
    { resolved_ids: ["a"], unresolved_ids: ["b"], empty_patch_ids: ["c"], error_ids: ["d"] },
    { resolved_ids: ["a"], unresolved_ids: ["b"], empty_patch_ids: ["c"] },
  ],
  "swe-smith-summary": [{ ids_resolved: ["a"], ids_unresolved: ["b"] }],
  "status-lists": [
    { resolved: ["a"], applied: ["a", "b"], no_apply: ["c"], test_timeout: ["d"] },
    { resolved: ["a"], no_logs: [] },
  ],
  "swe-smith-instance": [refused, { ...applied, instance_id: "a" }],
  "harness-instance": [{ a: { ...applied, resolved: true }, b: applied, c: refused, d: broken }, { b: applied }],
  "evaluated-prediction": [
    { instance_id: "a", report: { resolved: false, test_timeout: true } },
    { instance_id: "a", report: { resolved: false } },
  ],
  "dars-evaluation": [
    [
      evaluationOf("Instances resolved: 1\nInstances unresolved: 0"),
      evaluationOf("Instances resolved: 0\nInstances unresolved: 1\nInstances with errors: 0"),
      evaluationOf("Instances with errors: 1"),
    ],
    [evaluationOf("Instances unresolved: 1")],
  ],
  "openhands-markdown": [
    "## Resolved Instances\n- [a](x)\n## Unresolved Instances\n- b\n## Error Instances\n- c\n",
    "## Resolved Instances\n- [a](x)\n## Unresolved Instances\n- b\n",
  ],
};

describe.each(outcomeFormats)("$name", (format) => {
  const given = (samples[format.name] ?? []).map((record) => {
    expect(format.matches(record)).toBe(true);
    const report = format.read(record, { path: "logs/by-folder/report.json" });
    const outcomes = [
      ...report.outcomes,
      ...(report.ofPatches ?? []).map((each) => ({ ...each, taskId: "by-folder" })),
    ];
    const plain = ["resolved", "unresolved"];
    return {
      taskId: outcomes.length > 0 && outcomes.every((each) => each.taskId !== "by-folder"),
      unresolved: outcomes.some((each) => each.resolved === false),
      reason: outcomes.some((each) => !plain.includes(each.reason)),
      health: outcomes.some((each) => each.health !== "healthy"),
    } satisfies Record<keyof OutcomeGives, boolean>;
  });

  test.each(["taskId", "unresolved", "reason", "health"] as const)("gives %s as it says", (field) => {
    const answers = new Set(given.map((each) => each[field]));
    const expected = { yes: [true], sometimes: [false, true], no: [false] }[format.gives[field]];
    expect([...answers].sort()).toEqual(expected);
  });
});
