import { describe, expect, test } from "vitest";
import { aTrajectory } from "../../testing/a-trajectory.ts";
import type { DraftStep } from "../draft-step.ts";
import { readingToAdp } from "./to-adp.ts";

const beside = { outcome: null, task: null };

describe("readingToAdp", () => {
  test("writes every field that ADP has, and the rest of the run aside", () => {
    const outcome = { taskId: "org__repo-1", resolved: true, health: "healthy", reason: "resolved" } as const;
    const { document, losses, keptAside } = readingToAdp({ trajectory: aTrajectory(), outcome, task: null }, "a.json");
    expect(document).toEqual({
      schema_version: "1.2.0",
      id: expect.stringMatching(/^org__repo-1\.[0-9a-f]{8}$/),
      content: [
        { class_: "text_observation", content: "You solve issues.", name: "system", source: "user" },
        { class_: "text_observation", content: "The value is wrong.", name: null, source: "user" },
        {
          class_: "code_action",
          language: "bash",
          content: "cat src/a.py",
          tool_call_id: "call-1",
          description: "Let me look.",
          reasoning_content: null,
        },
        { class_: "text_observation", content: "old\n", name: null, source: "environment", tool_call_id: "call-1" },
        {
          class_: "api_action",
          function: "str_replace_editor",
          kwargs: { command: "str_replace", path: "/testbed/src/a.py", old_str: "old", new_str: "new" },
          tool_call_id: "call-1-2",
          description: "I fix it.",
          reasoning_content: null,
        },
        {
          class_: "text_observation",
          content: "The file /testbed/src/a.py has been edited.",
          name: null,
          source: "environment",
          tool_call_id: "call-1-2",
        },
      ],
      details: {
        instance_id: "org__repo-1",
        model: "test-model",
        exit_status: "submitted",
        model_patch: aTrajectory().finalPatch,
        resolved: "True",
        memop: expect.stringContaining('"limits":{"turns":20'),
      },
    });
    expect(keptAside).toEqual(["agent", "limits", "extra"]);
    expect(losses).toEqual([
      "agent",
      "limits",
      "extra",
      "steps.toolCalls.id (1)",
      "steps.observations.isError (1)",
      "steps.observations.exitCode (1)",
    ]);
  });

  test("leaves out what must not be trained on, and says how much", () => {
    const trajectory = aTrajectory({
      steps: [
        { source: "user", text: "an example", marks: ["demonstration"] },
        { source: "agent", text: "so it is done", marks: ["demonstration"] },
        { source: "user", text: "a summary", marks: ["condensation"] },
        { source: "agent", text: "Done." },
        { source: "agent", text: "Exit due to cost limit", marks: ["synthetic"] },
      ],
    });
    const { document, losses } = readingToAdp({ trajectory, ...beside }, "");
    expect(document.content).toMatchObject([{ content: "a summary" }, { content: "Done." }]);
    expect(losses).toContain("steps left out (3)");
  });

  test("links a call to an empty result where the schema demands one, and to none at the end", () => {
    const call = { id: "a", name: "bash", arguments: { command: "ls" } };
    const steps: DraftStep[] = [
      { source: "agent", toolCalls: [call] },
      { source: "user", text: "Well?" },
    ];
    const itemsOf = (length: number) =>
      readingToAdp({ trajectory: aTrajectory({ steps: steps.slice(0, length) }), ...beside }, "").document.content;
    expect(itemsOf(2)).toMatchObject([
      { tool_call_id: "a" },
      { content: "", name: "no_reply", tool_call_id: "a" },
      { content: "Well?" },
    ]);
    expect(itemsOf(1)).toEqual([expect.not.objectContaining({ tool_call_id: "a" })]);
  });

  test("is named by the source's own id where it has one, and else apart for each rollout of a task", () => {
    const idOf = (extra: Record<string, unknown>, source: string) =>
      readingToAdp({ trajectory: aTrajectory({ extra }), ...beside }, source).document.id;
    expect(idOf({ traj_id: "t.1" }, "a")).toBe("t.1");
    expect(idOf({}, "a.jsonl:1")).not.toBe(idOf({}, "a.jsonl:2"));
  });
});
