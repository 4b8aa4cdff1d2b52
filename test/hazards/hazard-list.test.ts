import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hazards } from "./hazards.ts";

const tested = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith(".test.ts"))
  .flatMap((name) => [
    ...readFileSync(join(import.meta.dirname, name), "utf8").matchAll(/^\s*hazard\(\s*"([a-z-]+)"/gm),
  ])
  .map(([, id]) => id);

test("every hazard stands in the list once", () => {
  const count = (part: string): number => hazards.filter((each) => each.part === part).length;
  expect(["reading", "dataset", "masks", "rewards", "operations"].map(count)).toEqual([23, 8, 5, 5, 8]);
  expect(new Set(hazards.map((each) => each.id)).size).toBe(hazards.length);
});

test("each is shown by a test, or waits for a part that is named", () => {
  const now = hazards.filter((each) => each.later === null).map((each) => each.id);
  expect([...new Set(tested)].sort()).toEqual(now.sort());
});
