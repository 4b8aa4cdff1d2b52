import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Root of the checkout, an absolute path. */
export const root = join(import.meta.dirname, "..");

/** The fields of a package.json that the tests of the workspace read. */
export interface PackageJson {
  readonly name?: string;
  readonly version?: string;
  readonly description?: string;
  readonly license?: string;
  readonly files?: readonly string[];
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** One package of the workspace as it lies on disk. */
export interface WorkspacePackage {
  /** Folder name under packages/, also the name after `@memop/`. */
  readonly name: string;
  readonly json: PackageJson;
  /** Folder names of the packages that its tsconfig.json refers to. */
  readonly references: readonly string[];
  /** Its TypeScript files under src/, relative to the package, with `/`. */
  readonly files: readonly string[];
}

/** Every package of the workspace, sorted by name. */
export function readPackages(): WorkspacePackage[] {
  return readdirSync(join(root, "packages"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, "packages", entry.name, "package.json")))
    .map((entry) => readPackage(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A file of the checkout, parsed as JSON. */
export function readJson<T>(path: string): T {
  return JSON.parse(readText(path)) as T;
}

/** A file of the checkout as text. */
export function readText(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** Files below a folder of the checkout, relative to it, with `/`, sorted; none when it does not exist. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, folder).length + 1))
    .filter((path) => !/(^|\/)(node_modules|dist)\//.test(path))
    .sort();
}

/** True for a test, and for what only tests use: makers and conformance suites under src/testing. */
export function isForTests(path: string): boolean {
  return isTest(path) || dirname(path).split("/").includes("testing");
}

/** True for a test file. */
export function isTest(path: string): boolean {
  return path.endsWith(".test.ts");
}

function readPackage(name: string): WorkspacePackage {
  const folder = `packages/${name}`;
  const tsconfig = readJson<{ references?: readonly { path: string }[] }>(`${folder}/tsconfig.json`);
  return {
    name,
    json: readJson<PackageJson>(`${folder}/package.json`),
    references: (tsconfig.references ?? []).map(({ path }) => path.replace("../", "")),
    files: filesBelow(`${folder}/src`)
      .filter((path) => path.endsWith(".ts"))
      .map((path) => `src/${path}`),
  };
}
