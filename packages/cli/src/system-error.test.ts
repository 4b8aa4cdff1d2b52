import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MemopError } from "@memop/core";
import { expect, test } from "vitest";
import { asSystemRefusal } from "./system-error.ts";

function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

test("a path that does not exist is named", () => {
  const refusal = asSystemRefusal(thrownBy(() => readFileSync("/nowhere/at/all")));
  expect(refusal).toBeInstanceOf(MemopError);
  expect(refusal).toMatchObject({ code: "NOT_FOUND", message: "/nowhere/at/all: no such file or folder" });
});

test("of two paths the one that could not be made is named", () => {
  const file = join(tmpdir(), `memop-refusal-${process.pid}`);
  writeFileSync(file, "");
  const refusal = asSystemRefusal(thrownBy(() => renameSync(file, tmpdir())));
  expect(refusal?.message).toMatch(new RegExp(`^${tmpdir()}: `));
});

test("a full disk is a failed run, not wrong usage", () => {
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  expect(asSystemRefusal(full)).toMatchObject({ code: "RUN_FAILED", message: "no space is left on the device" });
});

test("any other error is none", () => {
  expect(asSystemRefusal(new TypeError("x is not a function"))).toBeNull();
  expect(asSystemRefusal(Object.assign(new Error("m"), { code: "ERR_INVALID_ARG_TYPE" }))).toBeNull();
  expect(asSystemRefusal("text")).toBeNull();
});
