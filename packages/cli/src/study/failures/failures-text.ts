import { numberText } from "../../percent-text.ts";
import { textTable } from "../../text-table.ts";
import type { PatternRate, PatternRates } from "./pattern-rates.ts";
import type { AgreementResult } from "./study-failures.ts";

/** Rates of failure patterns as a table. */
export function ratesText(patterns: readonly PatternRates[]): string {
  const cell = ({ rate, lower, upper, failures }: PatternRate): string =>
    rate === null ? "–" : `${numberText(rate, 1)} [${numberText(lower, 1)}, ${numberText(upper, 1)}] of ${failures}`;
  return textTable(
    patterns.map(({ pattern, without, having }) => ({
      pattern,
      "without memory, %": cell(without),
      "with memory, %": cell(having),
    })),
  );
}

/** Agreement of raters as tables, one for each pair of them. */
export function agreementText({ labelled, blank, unknown, raters }: AgreementResult): string {
  const tables = raters.map(
    ({ first, second, patterns }) =>
      `\n${first} and ${second}\n${textTable(
        patterns.map(({ pattern, items, agreement, kappa, firstYes, secondYes }) => ({
          pattern,
          items,
          kappa: numberText(kappa),
          agreement: numberText(agreement),
          [`${first} yes`]: numberText(firstYes),
          [`${second} yes`]: numberText(secondYes),
        })),
      )}`,
  );
  const missing = unknown.length === 0 ? "" : `, not in this workspace ${unknown.length}`;
  return `labelled ${labelled}, not yet ${blank}${missing}\n${tables.join("")}`;
}
