import { firstLocated, type GoldSet } from "@memop/metrics";
import type { TurnEdit } from "@memop/trajectory";

/** Where the places of the reference solution were found. */
export interface GoldLocations {
  /** One line per gold file and function: `gold file a.py: turn 3`, `gold function A.f in a.py: never`. */
  readonly summary: readonly string[];
  /** What was found for the first time in a turn: `first edit of gold file a.py`. */
  readonly byTurn: ReadonlyMap<number, readonly string[]>;
}

/** Finds the first successful edit of each gold file and function, as the metrics do; a resolved outcome implies nothing here. */
export function goldLocations(gold: GoldSet, edits: readonly TurnEdit[]): GoldLocations {
  const { files, functions } = firstLocated(edits, gold);
  const places = [
    ...gold.files.map((file, at) => ({ name: `gold file ${file}`, turn: files[at] ?? null })),
    ...gold.functions.map(({ file, name }, at) => ({
      name: `gold function ${name} in ${file}`,
      turn: functions[at] ?? null,
    })),
  ];
  const byTurn = new Map<number, string[]>();
  for (const { name, turn } of places) {
    if (turn !== null) byTurn.set(turn, [...(byTurn.get(turn) ?? []), `first edit of ${name}`]);
  }
  return { summary: places.map(({ name, turn }) => `${name}: ${turn === null ? "never" : `turn ${turn}`}`), byTurn };
}
