import fc from "fast-check";
import { expect, test } from "vitest";
import { codePointCount, cutMiddle, firstCodePoints, lastCodePoints } from "./cut-text.ts";

test("a text within the limit stays as it is", () => {
  expect(cutMiddle("short", 10)).toEqual({ text: "short", cut: 0 });
});

test("a long text keeps its start and its end and says how much is gone", () => {
  const { text, cut } = cutMiddle(`start${"x".repeat(1000)}end`, 30);
  expect(text.startsWith("start")).toBe(true);
  expect(text.endsWith("end")).toBe(true);
  expect(cut).toBe(978);
  expect(text).toContain("[… 978 characters left out …]");
});

test("a face is never cut in half", () => {
  expect(firstCodePoints("x😀y", 2)).toBe("x😀");
  expect(lastCodePoints("x😀y", 2)).toBe("😀y");
  expect(cutMiddle("😀".repeat(200), 31).text.isWellFormed()).toBe(true);
});

test("well-formed text stays well-formed, and nothing is lost uncounted", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), fc.nat(120), (text, limit) => {
      const { text: shorter, cut } = cutMiddle(text, limit);
      expect(shorter.isWellFormed()).toBe(true);
      expect(shorter.replace(/\n\[… \d+ characters left out …\]\n/, "").length).toBeLessThanOrEqual(text.length);
      if (cut > 0) expect(codePointCount(text) - cut).toBe(limit);
      expect(firstCodePoints(text, limit)).toBe([...text].slice(0, limit).join(""));
      if (limit > 0) expect(lastCodePoints(text, limit)).toBe([...text].slice(-limit).join(""));
    }),
  );
});
