import type { MetricName } from "@memop/metrics";
import { html, type Markup } from "@memop/report";

/** How the ten metrics are written, in the order of the paper's tables. */
export const metricLabels: readonly MetricLabel[] = [
  label("la_file_1", "LA", "1", "file", "localization accuracy: first gold file reached"),
  label("la_func_1", "LA", "1", "func", "localization accuracy: first gold function reached"),
  label("la_file_all", "LA", "−1", "file", "localization accuracy: share of gold files reached"),
  label("la_func_all", "LA", "−1", "func", "localization accuracy: share of gold functions reached"),
  label("sr", "SR", "", "", "success rate: share of resolved runs"),
  label("le_file_1", "LE", "1", "file", "localization efficiency: how early the first gold file was reached"),
  label("le_func_1", "LE", "1", "func", "localization efficiency: how early the first gold function was reached"),
  label("le_file_all", "LE", "−1", "file", "localization efficiency: how early all gold files were reached"),
  label("le_func_all", "LE", "−1", "func", "localization efficiency: how early all gold functions were reached"),
  label("e_resolve", "E", "", "resolve", "resolve efficiency: how early the run resolved the task"),
];

/** One metric's name in a table head, in plain text, and in words. */
export interface MetricLabel {
  readonly name: MetricName;
  readonly markup: Markup;
  readonly text: string;
  readonly title: string;
}

function label(name: MetricName, letter: string, upper: string, lower: string, title: string): MetricLabel {
  const markup = html`${letter}${upper !== "" && html`<sup>(${upper})</sup>`}${lower !== "" && html`<sub>${lower}</sub>`}`;
  return { name, markup, text: [letter, upper && `(${upper})`, lower].filter(Boolean).join(" "), title };
}
