import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateTokens, tokenEstimate } from "./estimate-tokens.ts";

test("nothing is no tokens", () => expect(estimateTokens("")).toBe(0));

test("is a cautious estimate of prose, code and Chinese", () => {
  // Counts of o200k_base: 20, 37 and 17.
  const prose = "The agent opened the file that the issue names, changed one line, and ran the tests again.";
  const code =
    "def localization_accuracy(visited, gold):\n    return len(visited & gold) / len(gold) if gold else None\n";
  expect(estimateTokens(prose)).toBeGreaterThanOrEqual(19);
  expect(estimateTokens(prose)).toBeLessThanOrEqual(25);
  expect(estimateTokens(code)).toBeGreaterThanOrEqual(23);
  expect(estimateTokens(code)).toBeLessThanOrEqual(40);
  expect(estimateTokens("软件工程智能体需要记忆")).toBe(10);
});

test("says that it is no exact count", async () => {
  expect(tokenEstimate.exact).toBe(false);
  expect(await tokenEstimate.countAll(["a b", ""])).toEqual([await tokenEstimate.count("a b"), 0]);
});

test("never shrinks when text is added behind a line break", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (start, end) => {
      expect(estimateTokens(`${start}\n${end}`)).toBeGreaterThanOrEqual(estimateTokens(start));
    }),
  );
});
