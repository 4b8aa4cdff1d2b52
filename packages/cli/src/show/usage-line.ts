import type { StepUsage } from "@memop/trajectory";

/** Tokens, money and seconds on one line: `1,200 in (900 cached), 45 out, $0.012, 3.4 s`; "" when nothing is known. */
export function usageLine(usage: StepUsage | null, seconds: number | null): string {
  const parts: string[] = [];
  if (usage?.promptTokens != null) {
    const cached = usage.cachedTokens ? ` (${count(usage.cachedTokens)} cached)` : "";
    parts.push(`${count(usage.promptTokens)} tokens in${cached}`);
  }
  if (usage?.completionTokens != null) parts.push(`${count(usage.completionTokens)} out`);
  if (usage?.costUsd != null) parts.push(`$${Number(usage.costUsd.toPrecision(4))}`);
  if (seconds !== null) parts.push(`${Number(seconds.toFixed(1))} s`);
  return parts.join(", ");
}

function count(value: number): string {
  return Math.round(value)
    .toString()
    .replaceAll(/\B(?=(\d{3})+$)/g, ",");
}
