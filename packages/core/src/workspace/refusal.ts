/** A record that a stage did not use. */
export interface Refusal {
  /** Source path with `#member` or `:line`, or the id of the row. */
  readonly source: string;
  /** Byte offset in the (decompressed) source; null when it has none. */
  readonly byteOffset: number | null;
  /** Stable kebab-case code. */
  readonly reason: string;
  readonly message: string;
}

/** How many refusals there are of each reason, reasons sorted. */
export function countReasons(refusals: readonly Pick<Refusal, "reason">[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { reason } of refusals) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
