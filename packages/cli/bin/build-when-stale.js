import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { withBuildLock } from "./build-lock.js";

/**
 * Builds the command of a checkout unless its sources are as they were at the last build that succeeded.
 *
 * What the build prints goes to standard error. Several processes may call this at once: one builds, the others wait.
 *
 * @param {string} root the checkout
 * @returns {Promise<string | null>} what went wrong; null when the command is built
 */
export async function buildWhenStale(root) {
  const cache = join(root, "node_modules", ".cache", "memop");
  const stamp = join(cache, "build-stamp");
  if (isFresh(root, stamp)) return null;
  const compiler = findCompiler(root);
  if (compiler === null) return `TypeScript is not installed in ${root}: run npm ci there`;
  mkdirSync(cache, { recursive: true });
  return withBuildLock(join(cache, "build-lock"), () => {
    // Whoever held the lock before may have built the same sources.
    const state = stateOf(root);
    if (isFresh(root, stamp)) return null;
    process.stderr.write("memop: building (first use, or sources have changed)\n");
    // Types are the business of `npm run check`: without them the build takes half the time, and a test cannot break it.
    const { status } = spawnSync(process.execPath, [compiler, "-b", "packages/cli", "--noCheck"], {
      cwd: root,
      stdio: ["ignore", 2, 2],
    });
    if (status !== 0) return "the build failed; see the lines above";
    // The state from before the build: a file changed meanwhile makes the next call build again.
    writeFileSync(`${stamp}.new`, state);
    renameSync(`${stamp}.new`, stamp);
    return null;
  });
}

/**
 * @param {string} root
 * @param {string} stamp
 */
function isFresh(root, stamp) {
  if (!existsSync(stamp) || !existsSync(join(root, "packages", "cli", "dist", "bin.js"))) return false;
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, "packages", "cli", "package.json"), "utf8"));
  const siblings = Object.keys(dependencies).filter((name) => name.startsWith("@memop/"));
  const built = siblings.every((name) => existsSync(join(root, "packages", name.slice(7), "dist", "index.js")));
  return built && readFileSync(stamp, "utf8") === stateOf(root);
}

/**
 * A hash over path, size and time of all that the build reads: sources that are not tests, TypeScript's configuration and
 * the lock file. Stat calls only: it takes a few milliseconds.
 *
 * @param {string} root
 */
function stateOf(root) {
  const hash = createHash("sha256");
  /** @param {string} path */
  const add = (path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined) hash.update(`${path}\0${found.size}\0${found.mtimeMs}\n`);
  };
  /** @param {string} folder */
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (path.endsWith(".ts") && !path.endsWith(".test.ts")) add(path);
    }
  };
  add(join(root, "tsconfig.base.json"));
  add(join(root, "package-lock.json"));
  for (const name of readdirSync(join(root, "packages")).sort()) {
    const folder = join(root, "packages", name);
    add(join(folder, "tsconfig.json"));
    add(join(folder, "package.json"));
    if (existsSync(join(folder, "src"))) walk(join(folder, "src"));
  }
  return hash.digest("hex");
}

/** @param {string} root */
function findCompiler(root) {
  try {
    return createRequire(join(root, "package.json")).resolve("typescript/bin/tsc");
  } catch {
    return null;
  }
}
