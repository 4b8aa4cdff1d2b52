import { expect, test } from "vitest";
import { joinedPrompts } from "./joined-prompts.ts";

const message = (content: string) => ({ role: "user", content });
const [a, b, c] = [message("a"), message("b"), message("c")];

test("a prompt that goes on from the one before adds what is new", () => {
  expect(joinedPrompts([[a], [a, b], [a, b, c]])).toEqual([a, b, c]);
});

test("a prompt of its own is taken whole, and one that was sent again adds nothing", () => {
  expect(
    joinedPrompts([
      [a, b],
      [c, b],
    ]),
  ).toEqual([a, b, c, b]);
  expect(
    joinedPrompts([
      [a, b],
      [a, b],
    ]),
  ).toEqual([a, b]);
  expect(joinedPrompts([[a, b], [a]])).toEqual([a, b]);
});
