import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { findPart, isRequired, requirePart, sharedData } from "./real-parts.ts";

const folder = mkdtempSync(join(tmpdir(), "memop-parts-"));
writeFileSync(join(folder, "bwrap"), "");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the folder that MEMOP_SHARED names is the recorded runs", () => {
  expect(sharedData({ MEMOP_SHARED: folder })).toBe(folder);
});

test("a MEMOP_SHARED that does not exist is missing, not replaced", () => {
  expect(sharedData({ MEMOP_SHARED: join(folder, "nowhere") })).toBeNull();
});

test("an executable is found on PATH, in the order of its folders", () => {
  expect(findPart("bubblewrap", { PATH: `/nowhere:${folder}` })).toBe(join(folder, "bwrap"));
  expect(findPart("bubblewrap", { PATH: "/nowhere" })).toBeNull();
  expect(findPart("chromium", { PATH: folder })).toBeNull();
});

test("MEMOP_REQUIRE is a list of names", () => {
  expect(isRequired("python", { MEMOP_REQUIRE: "shared, python" })).toBe(true);
  expect(isRequired("chromium", { MEMOP_REQUIRE: "shared,python" })).toBe(false);
  expect(isRequired("shared", {})).toBe(false);
});

describe("a part that is there", () => {
  test("skips nothing", () => {
    expect(requirePart("python", true, "never said", { MEMOP_REQUIRE: "python" })).toBe(false);
  });
});
