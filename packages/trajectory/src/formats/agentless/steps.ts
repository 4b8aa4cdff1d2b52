import type { StepUsage } from "../../step.ts";
import { contentText } from "../chat/content-text.ts";
import type { DraftStep } from "../draft-step.ts";
import { searchReplaceEdits } from "../edit-blocks/search-replace-edits.ts";
import { countOrNull, isObject, objectAt } from "../json-access.ts";
import { type ModelCall, type Stage, type StageRow, stageOf } from "./raw.ts";

/** Reads the rows of one run one after the other; later rows repeat the calls of the stages before them. */
export interface StageReader {
  /**
   * The steps of a row, without the calls that an earlier row has. Each new prompt is a message, each answer a turn; several
   * answers in a row are samples of one request. Answers of the repair are edits, done where `isPatch` says so by the
   * answer's place in the row.
   */
  stepsOf(row: StageRow, isPatch: (answer: number) => boolean): DraftStep[];
}

/** A reader that has seen no row yet. */
export function stageReader(): StageReader {
  const seen = new Set<string>();
  return {
    stepsOf(row, isPatch) {
      const stage = stageOf(row) ?? "repair";
      const all = [row.file_traj, row.related_loc_traj, row.edit_loc_traj, row.traj].flatMap(callsIn);
      const calls = all.filter((call) => !seen.has(keyOf(call)));
      for (const call of calls) seen.add(keyOf(call));
      let answer = -1;
      const turns = (text: string, usage: StepUsage | null): DraftStep[] => {
        answer += 1;
        // Failed calls leave an empty answer: none was given, but the next one is numbered behind it.
        return text.trim() === "" ? [] : [answerStep(text, stage, usage, isPatch(answer))];
      };
      if (all.length === 0) return answersIn(row.raw_output).flatMap((text) => turns(text, null));
      let prompt = "";
      return calls.flatMap((call) => {
        const asked = typeof call.prompt === "string" ? call.prompt : contentText(call.prompt);
        const answers = answersIn(call.response);
        const lead: DraftStep[] =
          asked === "" || asked === prompt ? [] : [{ source: "user", text: asked, extra: { stage } }];
        prompt = asked;
        return [...lead, ...answers.flatMap((text, at) => turns(text, at === 0 ? usageOf(call.usage) : null))];
      });
    },
  };
}

function keyOf({ prompt, response, usage }: ModelCall): string {
  return JSON.stringify([prompt, response, usage]);
}

function callsIn(value: unknown): ModelCall[] {
  const list = Array.isArray(value) ? value.flat() : [value];
  return list.filter((each): each is ModelCall => isObject(each) && ("prompt" in each || "response" in each));
}

function answersIn(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value.flat() : [value];
  return list.filter((each): each is string => typeof each === "string");
}

function answerStep(text: string, stage: Stage, usage: StepUsage | null, isPatch: boolean): DraftStep {
  const edits = stage === "repair" ? searchReplaceEdits(text, () => isPatch) : [];
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
