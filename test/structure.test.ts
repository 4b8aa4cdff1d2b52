import { readdirSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { version } from "@memop/core";
import { describe, expect, test } from "vitest";
import { missingDocComments } from "./missing-doc-comments.ts";
import {
  filesBelow,
  isForTests,
  isTest,
  type PackageJson,
  readJson,
  readPackages,
  readText,
  root,
} from "./workspace-packages.ts";

const packages = readPackages();
const packageFiles = packages.flatMap(({ name, files }) => files.map((file) => `packages/${name}/${file}`));
const toolFiles = ["test", "scripts", "bench"].flatMap((folder) =>
  filesBelow(folder)
    .filter((path) => path.endsWith(".ts"))
    .map((path) => `${folder}/${path}`),
);

describe("every TypeScript file", () => {
  const files = [...packageFiles, ...toolFiles];

  test("has a kebab-case name, and so have its folders", () => {
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
    expect(files.filter((path) => !path.split("/").every((part) => kebab.test(part)))).toEqual([]);
  });

  test("is named for a concept, not for a drawer", () => {
    const drawer = /^(utils?|helpers?|common|types?|misc|shared|lib)$/;
    const parts = (path: string) => path.split("/").map((part) => part.split(".")[0] ?? part);
    expect(files.filter((path) => parts(path).some((part) => drawer.test(part)))).toEqual([]);
  });

  test("has at most 300 lines, tests apart", () => {
    const long = files.filter((path) => !isTest(path) && readText(path).trimEnd().split("\n").length > 300);
    expect(long).toEqual([]);
  });

  test("lists what it exports: no `export *`", () => {
    expect(files.filter((path) => /^export \* /m.test(readText(path)))).toEqual([]);
  });
});

describe("every package", () => {
  test.each(packages)("$name has its metadata, and the version of this release", ({ name, json }) => {
    expect(json.name).toBe(`@memop/${name}`);
    expect(json.version).toBe(version);
    expect(json.license).toBe("Apache-2.0");
    expect(json.description).toMatch(/\w.*\.$/);
    expect(json.files).toContain("dist");
    expect(json.files).toContain("!**/*.test.*");
    expect(json.exports).toHaveProperty(".");
    expect(json.scripts?.prepack).toBeDefined();
  });

  test.each(packages)("$name holds its sources and nothing beside them", ({ name }) => {
    const known = new Set([
      "package.json",
      "tsconfig.json",
      "src",
      "bin",
      "dist",
      "node_modules",
      "README.md",
      "LICENSE",
    ]);
    expect(readdirSync(join(root, "packages", name)).filter((entry) => !known.has(entry))).toEqual([]);
  });

  test("exports its names through entry files that hold nothing but re-exports", () => {
    const entries = packageFiles.filter((path) => /^packages\/[^/]+\/src\/(testing\/)?index\.ts$/.test(path));
    const wrong = entries.filter((path) => withoutReExports(readText(path)).trim() !== "");
    expect(wrong).toEqual([]);
  });

  test("has a doc comment directly above each export", () => {
    const sources = packageFiles.filter((path) => !isTest(path));
    const missing = sources.flatMap((path) => missingDocComments(readText(path)).map((name) => `${path}: ${name}`));
    expect(missing).toEqual([]);
  });

  test("has a test beside most sources (only told, never failed)", async ({ annotate }) => {
    const sources = packageFiles.filter((path) => !isForTests(path) && basename(path) !== "index.ts");
    const untested = sources.filter((path) => !packageFiles.includes(path.replace(/\.ts$/, ".test.ts")));
    await annotate(`${sources.length - untested.length} of ${sources.length} sources have a test beside them`);
  });
});

describe("dependencies", () => {
  const manifests = ["package.json", ...packages.map(({ name }) => `packages/${name}/package.json`)];
  const kinds = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"] as const;

  test.each(manifests)("%s names exact versions", (path) => {
    const json = readJson<PackageJson>(path);
    const all = kinds.flatMap((kind) => Object.entries(json[kind] ?? {}));
    expect(all.filter(([, wanted]) => !/^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(wanted))).toEqual([]);
  });

  const lock = readJson<{ packages: Record<string, PackageJson & { resolved?: string; link?: boolean }> }>(
    "package-lock.json",
  ).packages;

  test.each(manifests)("%s is in the lock file as it is", (path) => {
    const json = readJson<PackageJson>(path);
    const locked = lock[path === "package.json" ? "" : path.replace("/package.json", "")];
    for (const kind of kinds) expect(locked?.[kind] ?? {}, kind).toEqual(json[kind] ?? {});
    expect(locked?.version).toBe(json.version);
  });

  test("the lock file names no host but the public registry, and no path outside the checkout", () => {
    const wrong = Object.entries(lock).filter(([path, { resolved = "", link = false }]) => {
      if (path.startsWith("..") || path.startsWith("/")) return true;
      if (link) return !resolved.startsWith("packages/");
      return resolved !== "" && !resolved.startsWith("https://registry.npmjs.org/");
    });
    expect(wrong.map(([path]) => path)).toEqual([]);
  });
});

test("nothing that users get names a place on a developer's machine", () => {
  const texts = new Set([".md", ".ts", ".js", ".json", ".yaml", ".yml", ".sh", ".txt"]);
  const rootFiles = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "package.json", "nx.json", "layers.js"];
  const shipped = ["docs", "packages", "configs", "scripts", "datasets"].flatMap((folder) =>
    filesBelow(folder).map((path) => `${folder}/${path}`),
  );
  const places = ["../shared", "/work/", "/root/", "/home/", "file://", "\\Users\\"];
  const allowedIn = (path: string) => isTest(path) || path.includes("/fixtures/") || path.startsWith("datasets/");
  const wrong = [...rootFiles, ...shipped]
    .filter((path) => texts.has(extname(path)) && !allowedIn(path))
    .flatMap((path) => places.filter((place) => readText(path).includes(place)).map((place) => `${path}: ${place}`));
  expect(wrong).toEqual([]);
});

/** What is left of a file without its comments and its `export { … } from "…"` statements. */
function withoutReExports(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/^\s*\/\/.*$/gm, "")
    .replaceAll(/^export (type )?\{[^}]*\} from "[^"]+";$/gm, "");
}
