import fc from "fast-check";
import { expect, test } from "vitest";
import { wellFormed } from "./well-formed.ts";

test("lone surrogates in texts and keys are replaced and counted, pairs are not", () => {
  const value = { "a\ud800": ["x\udc00y\ud800", { deep: "\u{1F600}" }] };
  expect(wellFormed(value)).toEqual({ value: { "a\ufffd": ["x\ufffdy\ufffd", { deep: "\u{1F600}" }] }, replaced: 3 });
  expect(value["a\ud800"][0]).toBe("x\udc00y\ud800");
});

test("a value without any is returned itself", () => {
  const value = { text: "\u{1F600}", list: [1, null, true] };
  expect(wellFormed(value).value).toBe(value);
});

test("depth costs no stack", () => {
  let value: object = { text: "\ud800" };
  for (let depth = 0; depth < 100_000; depth += 1) value = [value];
  expect(wellFormed(value).replaced).toBe(1);
});

test("every text becomes one that UTF-8 can hold", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" })), (texts) => {
      expect(wellFormed(texts).value).toEqual(texts.map((text) => text.toWellFormed()));
    }),
  );
});
