import { withUniqueIds } from "../chat/assistant-calls.ts";
import { exitCodeOf } from "../chat/exit-code.ts";
import { functionTextCall } from "../chat/text-call.ts";
import type { DraftStep } from "../draft-step.ts";
import { stepEdits } from "../edit-tools/step-edits.ts";
import { countOrNull, limitOrNull, nameOrNull, objectAt, unusedEntries } from "../json-access.ts";
import type { R2eRun, R2eStep } from "./raw.ts";

/** The prompts, then one step for each action. The issue stands where the prompt's template names it. */
export function r2eSteps(run: R2eRun): DraftStep[] {
  const agent = objectAt(run.agent_args);
  const system = nameOrNull(agent.system_prompt);
  const template = nameOrNull(agent.instance_prompt);
  const issue = run.problem_statement ?? "";
  const asked = template?.includes("{problem_statement}")
    ? template.replaceAll("{problem_statement}", () => issue)
    : [template ?? "", issue].filter((text) => text !== "").join("\n\n");
  return [
    ...(system === null ? [] : [{ source: "system", text: system } as const]),
    ...(asked === "" ? [] : [{ source: "user", text: asked } as const]),
    ...run.trajectory_steps.map(actionStep),
  ];
}

/** Sum of what the steps say under a key; null when none says anything. */
export function totalOfSteps(
  steps: readonly R2eStep[],
  key: "token_usage_prompt" | "token_usage_completion" | "total_step_time",
): number | null {
  const known = steps.flatMap((step) => limitOrNull(step[key]) ?? []);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

function actionStep(step: R2eStep): DraftStep {
  const action = step.action ?? "";
  const thought = step.thought ?? "";
  const call = functionTextCall(action);
  const toolCalls = call === null ? [] : withUniqueIds([{ id: "", name: call.name, arguments: call.arguments }]);
  const content = step.observation ?? null;
  const observations =
    content === null
      ? []
      : [{ callId: toolCalls[0]?.id ?? null, content, isError: null, exitCode: exitCodeOf(content) }];
  const promptTokens = limitOrNull(step.token_usage_prompt);
  const completionTokens = limitOrNull(step.token_usage_completion);
  const isUnknown = promptTokens === null && completionTokens === null;
  const response = [thought, action].filter((text) => text !== "").join("\n\n");
  return {
    source: "agent",
    text: call === null ? response : thought,
    toolCalls,
    observations,
    edits: stepEdits(toolCalls, observations),
    usage: isUnknown ? null : { promptTokens, completionTokens, cachedTokens: null, costUsd: null },
    seconds: countOrNull(step.total_step_time),
    extra: { ...unusedEntries(step, usedKeys), ...(call === null ? {} : { response }) },
  };
}

const usedKeys: ReadonlySet<string> = new Set([
  "thought",
  "action",
  "observation",
  "step_idx",
  "token_usage_prompt",
  "token_usage_completion",
  "token_usage_total",
  "total_step_time",
]);
