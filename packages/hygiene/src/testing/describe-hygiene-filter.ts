import { describe, expect, test } from "vitest";
import type { HygieneFilter } from "../filter.ts";
import { type HygieneReason, hygieneReasons } from "../reason.ts";

/** Inputs that a filter is checked with, by what they are. */
export interface HygieneCases<Input> {
  /** Clean inputs, among them those that a naive filter drops. */
  readonly keeps: Readonly<Record<string, Input>>;
  /** Unclean inputs, among them those that a naive filter keeps, with the reason expected. */
  readonly drops: Readonly<Record<string, readonly [HygieneReason, Input]>>;
  /** Texts that no evidence may hold. */
  readonly unspeakable?: readonly string[];
}

/** The contract of a hygiene filter, checked on cases: one of each kind at least, and every reason that it can give. */
export function describeHygieneFilter<Input>(filter: HygieneFilter<Input>, cases: HygieneCases<Input>): void {
  describe(`filter ${filter.name}`, () => {
    test("has a kebab-case name and gives reasons of the closed list, each of which a case shows", () => {
      expect(filter.name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(hygieneReasons).toEqual(expect.arrayContaining([...filter.reasons]));
      expect(new Set(Object.values(cases.drops).map(([reason]) => reason))).toEqual(new Set(filter.reasons));
      expect(Object.keys(cases.keeps).length).toBeGreaterThan(0);
    });

    test.each(Object.entries(cases.keeps))("keeps %s", (_, input) => {
      expect(filter.check(frozen(input))).toEqual({ verdict: "keep" });
    });

    test.each(Object.entries(cases.drops))("drops %s", (_, [reason, input]) => {
      const verdict = filter.check(frozen(input));
      expect(verdict).toMatchObject({ verdict: "drop", reason });
      expect(filter.check(input)).toEqual(verdict);
      if (verdict.verdict === "keep") return;
      expect(verdict.evidence.length).toBeGreaterThan(0);
      for (const each of verdict.evidence) {
        expect(Object.keys(each).sort()).toEqual(["excerpt", "path", "place", "step", "turn"]);
        expect(each.excerpt.length).toBeLessThanOrEqual(200);
        expect(each.excerpt).toMatch(/^\S.*$/);
      }
      const said = JSON.stringify(verdict);
      for (const text of cases.unspeakable ?? []) expect(said).not.toContain(text);
    });
  });
}

/** The same value with every plain object and list in it frozen, so that changing it throws. */
function frozen<Value>(value: Value): Value {
  if (value !== null && typeof value === "object" && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) frozen(inner);
  }
  return value;
}
