import { describe, expect, test } from "vitest";
import { aTrajectory } from "../../testing/a-trajectory.ts";
import type { DraftStep } from "../draft-step.ts";
import { readingToOpenAi } from "./to-openai.ts";

const beside = { outcome: null, task: null };
const messagesOf = (steps: Parameters<typeof aTrajectory>[0]) =>
  readingToOpenAi({ trajectory: aTrajectory(steps), ...beside }).document.messages;

describe("readingToOpenAi", () => {
  test("writes a row with the chat and the columns of data sets of runs", () => {
    const tools = [{ type: "function", function: { name: "bash" } }];
    const outcome = { taskId: "org__repo-1", resolved: false, health: "healthy", reason: "empty-patch" } as const;
    const { document, losses, keptAside } = readingToOpenAi({
      trajectory: aTrajectory({ tools }),
      outcome,
      task: null,
    });
    expect(document).toEqual({
      messages: [
        { role: "system", content: "You solve issues." },
        { role: "user", content: "The value is wrong." },
        {
          role: "assistant",
          content: "Let me look.",
          tool_calls: [
            { id: "call-1", type: "function", function: { name: "bash", arguments: '{"command":"cat src/a.py"}' } },
          ],
        },
        { role: "tool", tool_call_id: "call-1", content: "old\n" },
        {
          role: "assistant",
          content: "I fix it.",
          tool_calls: [
            {
              id: "call-1-2",
              type: "function",
              function: {
                name: "str_replace_editor",
                arguments: '{"command":"str_replace","path":"/testbed/src/a.py","old_str":"old","new_str":"new"}',
              },
            },
          ],
        },
        { role: "tool", tool_call_id: "call-1-2", content: "The file /testbed/src/a.py has been edited." },
      ],
      tools,
      instance_id: "org__repo-1",
      agent: "test-agent",
      model: "test-model",
      exit_status: "submitted",
      model_patch: aTrajectory().finalPatch,
      resolved: false,
    });
    expect(keptAside).toEqual([]);
    expect(losses).toEqual([
      "agent",
      "limits",
      "outcome.reason",
      "steps.toolCalls.id (1)",
      "steps.observations.isError (1)",
      "steps.observations.exitCode (1)",
    ]);
  });

  test("tools that the source does not list are no column: neither null nor its text", () => {
    expect(readingToOpenAi({ trajectory: aTrajectory(), ...beside }).document).not.toHaveProperty("tools");
  });

  test("arguments that were no JSON stay the text that they were, and no text is encoded twice", () => {
    const callOf = (args: Record<string, unknown>) =>
      messagesOf({ steps: [{ source: "agent", toolCalls: [{ id: "a", name: "bash", arguments: args }] }] });
    expect(callOf({ raw: '{"command": "ls' })).toMatchObject([
      { tool_calls: [{ function: { arguments: '{"command": "ls' } }] },
    ]);
    expect(callOf({ raw: "{}" })).toMatchObject([{ tool_calls: [{ function: { arguments: '{"raw":"{}"}' } }] }]);
  });

  test("what must not be trained on weighs nothing", () => {
    const steps: DraftStep[] = [
      { source: "agent", text: "so it is done", marks: ["demonstration"] },
      { source: "agent", text: "Done.", reasoning: "It is." },
    ];
    expect(messagesOf({ steps })).toEqual([
      { role: "assistant", content: "so it is done", weight: 0 },
      { role: "assistant", content: "Done.", reasoning_content: "It is." },
    ]);
  });

  test("every call has a reply where more follows, and an id of its own", () => {
    const toolCalls = ["a", "b"].map((id) => ({ id, name: "bash", arguments: {} }));
    const observations = [{ callId: "b", content: "B", isError: null, exitCode: null }];
    const steps: DraftStep[] = [
      { source: "agent", toolCalls, observations },
      { source: "agent", toolCalls },
    ];
    expect(messagesOf({ steps })).toMatchObject([
      { role: "assistant", tool_calls: [{ id: "a" }, { id: "b" }] },
      { role: "tool", tool_call_id: "b", content: "B" },
      { role: "tool", tool_call_id: "a", content: "" },
      { role: "assistant", tool_calls: [{ id: "a-2" }, { id: "b-2" }] },
    ]);
  });
});
