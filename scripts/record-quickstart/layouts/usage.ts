import type { Turn } from "../agent/turn.ts";

/** Tokens and price of one turn. */
export interface TurnUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly costUsd: number;
}

/** The price that is put on the estimate, in USD for a million tokens. Nobody paid it. */
export const nominalPrice = { prompt: 1, completion: 4 } as const;

/** Estimates the usage of each turn: four characters are one token, each turn reads everything before it. */
export function estimateUsage(prompt: string, turns: readonly Turn[]): TurnUsage[] {
  let context = prompt.length;
  return turns.map(({ thought, call, output }) => {
    const answer = thought.length + JSON.stringify(call).length;
    const promptTokens = Math.ceil(context / 4);
    const completionTokens = Math.ceil(answer / 4);
    context += answer + output.length;
    const micros = promptTokens * nominalPrice.prompt + completionTokens * nominalPrice.completion;
    return { promptTokens, completionTokens, costUsd: micros / 1e6 };
  });
}

/** The sum over all turns. */
export function totalUsage(turns: readonly TurnUsage[]): TurnUsage {
  const sum = (pick: (turn: TurnUsage) => number): number => turns.reduce((total, turn) => total + pick(turn), 0);
  const micros = sum(({ costUsd }) => Math.round(costUsd * 1e6));
  return {
    promptTokens: sum(({ promptTokens }) => promptTokens),
    completionTokens: sum(({ completionTokens }) => completionTokens),
    costUsd: micros / 1e6,
  };
}
