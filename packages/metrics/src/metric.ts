/**
 * The ten metrics in the order of the workspace's columns. All are percent, higher is better.
 *
 * `la`: localization accuracy, `le`: localization efficiency; `1`: first gold item, `all`: all gold items.
 * Source: docs/papers.md#memop-metrics.
 */
export const metricNames = [
  "la_file_1",
  "la_file_all",
  "la_func_1",
  "la_func_all",
  "le_file_1",
  "le_file_all",
  "le_func_1",
  "le_func_all",
  "sr",
  "e_resolve",
] as const;

/** Name of one of the ten metrics. */
export type MetricName = (typeof metricNames)[number];

/** A value for each metric; null means undefined, never 0. */
export type MetricValues = Readonly<Record<MetricName, number | null>>;

/** Builds a value for each metric from its name. */
export function mapMetrics<T>(make: (metric: MetricName) => T): Record<MetricName, T> {
  return Object.fromEntries(metricNames.map((metric) => [metric, make(metric)])) as Record<MetricName, T>;
}
