import fc from "fast-check";
import { expect, test } from "vitest";
import { assignSplits } from "./assign-splits.ts";

const letter = fc.constantFrom(..."abcdefghij");
const anySlot = fc.record({ repo: fc.option(letter), taskId: letter, contentHash: fc.nat(30).map(String) });
const plan = { validation: 0.2, test: 0.2, by: "repository", salt: "s" } as const;

test("no repository, no task and no text to learn is in two splits", () => {
  fc.assert(
    fc.property(fc.array(anySlot, { maxLength: 40 }), fc.constantFrom("repository", "task"), (slots, by) => {
      const splits = assignSplits(slots, { ...plan, by });
      const home = new Map<string, string>();
      for (const [at, slot] of slots.entries()) {
        const group = by === "repository" && slot.repo !== null ? slot.repo : slot.taskId;
        for (const key of [`group ${group}`, `text ${slot.contentHash}`]) {
          expect(home.get(key) ?? splits[at]).toBe(splits[at]);
          home.set(key, splits[at] as string);
        }
      }
    }),
  );
});

test("with no share for validation and test everything is train", () => {
  const slots = Array.from({ length: 50 }, (_, at) => ({ repo: `r${at}`, taskId: `t${at}`, contentHash: `${at}` }));
  expect(new Set(assignSplits(slots, { ...plan, validation: 0, test: 0 }))).toEqual(new Set(["train"]));
});

test("shares come out about as wanted, and new rows move no old ones", () => {
  const slots = Array.from({ length: 2000 }, (_, at) => ({ repo: `r${at}`, taskId: `t${at}`, contentHash: `${at}` }));
  const before = assignSplits(slots.slice(0, 1000), plan);
  const after = assignSplits(slots, plan);
  expect(after.slice(0, 1000)).toEqual(before);
  const tests = after.filter((split) => split === "test").length;
  expect(tests / 2000).toBeGreaterThan(0.17);
  expect(tests / 2000).toBeLessThan(0.23);
});
