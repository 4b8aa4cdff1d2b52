import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cohensKappa } from "./cohens-kappa.ts";

type Pair = readonly [boolean | null, boolean | null];
const { source, cases } = JSON.parse(
  readFileSync(join(import.meta.dirname, "fixtures", "cohens-kappa.json"), "utf8"),
) as { source: string; cases: Record<"bothYes" | "bothNo" | "firstOnly" | "secondOnly" | "kappa", number>[] };

test.each(cases)(`equals ${source}: $kappa`, ({ bothYes, bothNo, firstOnly, secondOnly, kappa }) => {
  const times = (count: number, pair: Pair): Pair[] => Array.from({ length: count }, () => pair);
  const answers = [
    ...times(bothYes, [true, true]),
    ...times(bothNo, [false, false]),
    ...times(firstOnly, [true, false]),
    ...times(secondOnly, [false, true]),
  ];
  expect(cohensKappa(answers).kappa).toBeCloseTo(kappa, 12);
});

describe("for any answers", () => {
  const answers = fc.array(fc.tuple(fc.option(fc.boolean()), fc.option(fc.boolean())) as fc.Arbitrary<Pair>);

  test("lies in [-1, 1], is 1 only when all answers are equal, and does not depend on who is first", () => {
    fc.assert(
      fc.property(answers, (pairs) => {
        const { kappa, agreement } = cohensKappa(pairs);
        const other = cohensKappa(pairs.map(([first, second]) => [second, first]));
        if (kappa === null) {
          expect(other.kappa).toBeNull();
          return;
        }
        expect(kappa).toBeCloseTo(other.kappa as number, 12);
        expect(kappa).toBeGreaterThanOrEqual(-1 - 1e-12);
        expect(kappa).toBeLessThanOrEqual(1);
        expect(kappa === 1).toBe(agreement === 1);
      }),
    );
  });

  test("is the same when yes and no change places", () => {
    const turned = (answer: boolean | null): boolean | null => (answer === null ? null : !answer);
    fc.assert(
      fc.property(answers, (pairs) => {
        const [one, other] = [cohensKappa(pairs), cohensKappa(pairs.map(([a, b]) => [turned(a), turned(b)]))];
        if (one.kappa === null || other.kappa === null) expect(one.kappa).toBe(other.kappa);
        else expect(one.kappa).toBeCloseTo(other.kappa, 10);
      }),
    );
  });
});

test("is unknown without a common item, and when chance alone explains the agreement", () => {
  expect(cohensKappa([[true, null]])).toMatchObject({ items: 0, kappa: null, agreement: null });
  expect(
    cohensKappa([
      [false, false],
      [false, false],
    ]),
  ).toMatchObject({ items: 2, kappa: null, agreement: 1 });
});
