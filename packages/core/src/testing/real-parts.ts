import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { test } from "vitest";

/** Something real that some tests need and that not every machine has. */
export type PartName = "shared" | "python" | "chromium" | "bubblewrap";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where a part is on this machine: a folder for `shared`, an executable for the others; null when it is missing.
 *
 * `shared` is the folder that `MEMOP_SHARED` names, else the recorded runs beside the checkout. `python` is the one of
 * `.venv`, as `npm run setup:python` makes it. The others are looked for on `PATH`.
 */
export function findPart(name: PartName, environment: Environment = process.env): string | null {
  const root = join(import.meta.dirname, "..", "..", "..", "..");
  switch (name) {
    case "shared":
      return firstExisting([environment.MEMOP_SHARED || join(root, "..", "shared", "data")]);
    case "python":
      // The stamp is written last: without it the environment is being made, or was left half made.
      return existsSync(join(root, ".venv", "memop-stamp")) ? join(root, ".venv", "bin", "python") : null;
    case "chromium":
      return onPath(["chromium", "chromium-browser", "google-chrome"], environment);
    case "bubblewrap":
      return onPath(["bwrap"], environment);
  }
}

/** Folder of recorded runs of real agents; null when this machine has none. */
export function sharedData(environment: Environment = process.env): string | null {
  return findPart("shared", environment);
}

/**
 * Says whether the tests that need a part are to be skipped: true when it was not found. Call it while tests are collected.
 *
 * A missing part shows as one skipped test that says why; when `MEMOP_REQUIRE` (names, comma-separated) holds its name, as
 * one failing test.
 */
export function requirePart(
  name: PartName,
  found: boolean,
  why: string,
  environment: Environment = process.env,
): boolean {
  if (found) return false;
  const title = `needs ${name}: ${why}`;
  if (!isRequired(name, environment)) {
    test.skip(title, () => {});
    return true;
  }
  test(title, () => {
    throw new Error(`${name} is required by MEMOP_REQUIRE and was not found: ${why}`);
  });
  return true;
}

/** True when `MEMOP_REQUIRE` names the part, so that its absence is a failure. */
export function isRequired(name: PartName, environment: Environment = process.env): boolean {
  return (environment.MEMOP_REQUIRE ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .includes(name);
}

function onPath(names: readonly string[], environment: Environment): string | null {
  const folders = (environment.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return firstExisting(names.flatMap((name) => folders.map((folder) => join(folder, name))));
}

function firstExisting(paths: readonly string[]): string | null {
  return paths.find((path) => existsSync(path)) ?? null;
}
