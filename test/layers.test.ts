import { builtinModules } from "node:module";
import { dirname, join, normalize } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { layers } from "../layers.js";
import { isForTests, isTest, type PackageJson, readJson, readPackages, readText } from "./workspace-packages.ts";

const packages = readPackages();
const allowed = layers as Readonly<Record<string, readonly string[]>>;
const rootDevDependencies = readJson<PackageJson>("package.json").devDependencies ?? {};

/** One import, dynamic or not, of one file. */
interface Import {
  readonly file: string;
  readonly specifier: string;
}

function importsOf(pkg: (typeof packages)[number]): Import[] {
  return pkg.files.flatMap((file) =>
    ts
      .preProcessFile(readText(`packages/${pkg.name}/${file}`), true, true)
      .importedFiles.map(({ fileName }) => ({ file, specifier: fileName })),
  );
}

/** `@memop/core/testing` → `core`, `testing`; null for other imports. */
function siblingOf(specifier: string): { name: string; subpath: string } | null {
  const [, name, subpath = ""] = /^@memop\/([^/]+)(?:\/(.*))?$/.exec(specifier) ?? [];
  return name === undefined ? null : { name, subpath };
}

/** `@scope/name/file` → `@scope/name`; null for relative imports and for Node's own modules. */
function externalOf(specifier: string): string | null {
  if (specifier.startsWith(".") || specifier.startsWith("node:") || builtinModules.includes(specifier)) return null;
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

test("every package has its line in layers.js", () => {
  for (const { name } of packages) expect(Object.keys(allowed)).toContain(name);
});

test("the layers name only each other and have no cycle", () => {
  const visit = (name: string, path: readonly string[]): void => {
    expect(path, `cycle: ${[...path, name].join(" → ")}`).not.toContain(name);
    const next = allowed[name];
    if (next === undefined) throw new Error(`layers.js has no line for ${name}, which ${path.at(-1)} may import`);
    for (const lower of next) visit(lower, [...path, name]);
  };
  for (const name of Object.keys(allowed)) visit(name, []);
});

test("the root tsconfig.json refers to every package", () => {
  const { references } = readJson<{ references: readonly { path: string }[] }>("tsconfig.json");
  expect(references.map(({ path }) => path).sort()).toEqual(packages.map(({ name }) => `packages/${name}`));
});

describe.each(packages)("$name", (pkg) => {
  const imports = importsOf(pkg);
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, devDependencies = {} } = pkg.json;
  const shipped = { ...dependencies, ...optionalDependencies, ...peerDependencies };

  test("imports only the packages that its layer allows", () => {
    const wrong = imports.filter(({ specifier }) => {
      const sibling = siblingOf(specifier);
      return sibling !== null && sibling.name !== pkg.name && !allowed[pkg.name]?.includes(sibling.name);
    });
    expect(wrong).toEqual([]);
  });

  test("imports siblings by name or by /testing, and /testing only where tests are", () => {
    const wrong = imports.filter(({ file, specifier }) => {
      const sibling = siblingOf(specifier);
      if (sibling === null || sibling.subpath === "") return false;
      return sibling.subpath !== "testing" || !isForTests(file);
    });
    expect(wrong).toEqual([]);
  });

  test("never imports itself by name, nor a file outside its own src", () => {
    const wrong = imports.filter(({ file, specifier }) => {
      if (siblingOf(specifier)?.name === pkg.name) return true;
      return specifier.startsWith(".") && !normalize(join(dirname(file), specifier)).startsWith("src/");
    });
    expect(wrong).toEqual([]);
  });

  test("uses its own testing folder only from tests", () => {
    const wrong = imports.filter(
      ({ file, specifier }) =>
        !isForTests(file) &&
        specifier.startsWith(".") &&
        normalize(join(dirname(file), specifier))
          .split("/")
          .includes("testing"),
    );
    expect(wrong).toEqual([]);
  });

  test("declares every sibling that it imports, in the sibling's version", () => {
    const versions = new Map(packages.map(({ json }) => [json.name, json.version]));
    for (const { file, specifier } of imports) {
      const sibling = siblingOf(specifier);
      if (sibling === null) continue;
      const name = `@memop/${sibling.name}`;
      const declared = isTest(file) ? { ...devDependencies, ...shipped } : shipped;
      expect(declared[name], `${file} imports ${name}`).toBe(versions.get(name));
    }
  });

  test("declares every other package that it imports", () => {
    const wrong = imports.filter(({ file, specifier }) => {
      const name = externalOf(specifier);
      if (name === null || name.startsWith("@memop/")) return false;
      const declared = isTest(file) ? { ...rootDevDependencies, ...devDependencies, ...shipped } : shipped;
      return declared[name] === undefined;
    });
    expect(wrong).toEqual([]);
  });

  test("refers in tsconfig.json to exactly the siblings that package.json declares", () => {
    const declared = Object.keys({ ...shipped, ...devDependencies }).filter((name) => name.startsWith("@memop/"));
    expect([...pkg.references].sort()).toEqual(declared.map((name) => name.slice("@memop/".length)).sort());
  });
});
