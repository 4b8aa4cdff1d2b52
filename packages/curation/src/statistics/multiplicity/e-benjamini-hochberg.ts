import { benjaminiHochberg } from "./benjamini-hochberg.ts";

/**
 * e-BH as adjusted values, in the order given: rejecting candidates at or below q keeps the expected share of false
 * discoveries at or below q, however the candidates depend on each other.
 *
 * e-BH at q rejects the k largest e-values for the largest k with e₍ₖ₎ ≥ m/(q·k): Benjamini-Hochberg on 1/e. In [0, 1].
 * Source: docs/papers.md#e-bh.
 */
export function eBenjaminiHochberg(eValues: readonly number[]): number[] {
  return benjaminiHochberg(eValues.map((eValue) => Math.min(1, 1 / eValue)));
}
