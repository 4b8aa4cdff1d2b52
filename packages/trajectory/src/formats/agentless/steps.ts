import type { StepUsage } from "../../step.ts";
import { contentText } from "../chat/content-text.ts";
import type { DraftStep } from "../draft-step.ts";
import { searchReplaceEdits } from "../edit-blocks/search-replace-edits.ts";
import { countOrNull, isObject, objectAt } from "../json-access.ts";
import { type ModelCall, type StageRow, stageOf } from "./raw.ts";

/**
 * The steps of one row: each model call is a prompt and its answers. Answers of the repair stage are edits; whether a patch
 * could be made of them stands in other files, so an answer with complete blocks counts.
 */
export function stageSteps(row: StageRow): DraftStep[] {
  const stage = stageOf(row) ?? "repair";
  const calls = [row.file_traj, row.related_loc_traj, row.edit_loc_traj, row.traj].flatMap(callsIn);
  if (calls.length === 0) return answersIn(row.raw_output).map((text) => answerStep(text, stage, null));
  return calls.flatMap((call) => callSteps(call, stage));
}

function callsIn(value: unknown): ModelCall[] {
  const list = Array.isArray(value) ? value.flat() : [value];
  return list.filter((each): each is ModelCall => isObject(each) && ("prompt" in each || "response" in each));
}

function callSteps({ prompt, response, usage }: ModelCall, stage: string): DraftStep[] {
  const asked = typeof prompt === "string" ? prompt : contentText(prompt);
  const answers = answersIn(response);
  const lead: DraftStep[] = asked === "" ? [] : [{ source: "user", text: asked, extra: { stage } }];
  return [...lead, ...answers.map((text, at) => answerStep(text, stage, at === 0 ? usageOf(usage) : null))];
}

/** Failed calls leave an empty answer: none was given. */
function answersIn(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value.flat() : [value];
  return list.filter((each): each is string => typeof each === "string" && each.trim() !== "");
}

function answerStep(text: string, stage: string, usage: StepUsage | null): DraftStep {
  const edits = stage === "repair" ? searchReplaceEdits(text, () => true) : [];
  return { source: "agent", text, edits, usage, extra: { stage } };
}

function usageOf(usage: unknown): StepUsage | null {
  const { prompt_tokens: prompt, completion_tokens: completion } = objectAt(usage);
  if (countOrNull(prompt) === null && countOrNull(completion) === null) return null;
  return {
    promptTokens: countOrNull(prompt),
    completionTokens: countOrNull(completion),
    cachedTokens: null,
    costUsd: null,
  };
}
