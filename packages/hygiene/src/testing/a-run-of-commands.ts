import type { ShellParser, Task } from "@memop/trajectory";
import { aTrajectory } from "@memop/trajectory/testing";
import { prepareRun, type RunUnderCheck } from "../run-under-check.ts";
import { aTask } from "./clean-cases.ts";

/** A command and what came back; a text alone stands for a command whose reply is `ok`. */
export type CommandAndReply = string | readonly [command: string, reply: string, exitCode?: number];

/** A run for tests in which an agent types commands into a shell, prepared for its checks. */
export function aRunOfCommands(
  commands: readonly CommandAndReply[],
  parser: ShellParser,
  {
    task = aTask(),
    finalPatch = "",
    tool = "bash",
  }: { readonly task?: Task; readonly finalPatch?: string | null; readonly tool?: string } = {},
): RunUnderCheck {
  const steps = commands.map((each) => {
    const [command, content, exitCode = 0] = typeof each === "string" ? [each, "ok"] : each;
    return {
      source: "agent" as const,
      text: "",
      toolCalls: [{ id: "call-1", name: tool, arguments: { command } }],
      observations: [{ callId: "call-1", content, isError: false, exitCode }],
    };
  });
  const trajectory = aTrajectory({ taskId: task.taskId, finalPatch, steps });
  return prepareRun({ trajectory, task, outcome: null }, parser);
}
