import { expect, test } from "vitest";
import { wellFormedText } from "./well-formed-text.ts";

test("a lone surrogate becomes U+FFFD and is counted, a pair stays", () => {
  expect(wellFormedText("x\ud83dy\udc00😀")).toEqual({ text: "x\ufffdy\ufffd😀", replaced: 2 });
  expect(wellFormedText("😀")).toEqual({ text: "😀", replaced: 0 });
});
