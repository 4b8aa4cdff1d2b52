import { existsSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { glob, isDynamicPattern } from "tinyglobby";
import { MemopError } from "../error.ts";

/** One file that a command was given, directly, through a folder or through a glob. */
export interface InputFile {
  /** Absolute path; `-` for standard input. */
  readonly path: string;
  /**
   * How tables name it: relative to the folder of the call, with `/`. A file outside that folder has its absolute path
   * without the leading `/`; standard input is `-`.
   */
  readonly source: string;
  /** Path below the folder that was given, with `/`; the file's name when the file itself was given. */
  readonly under: string;
  /** Size in bytes; 0 for standard input. */
  readonly sizeBytes: number;
  /** Last change in milliseconds since 1970; 0 for standard input. */
  readonly changedMs: number;
}

/**
 * Finds all files under the given paths (files, folders, globs, or `-`), sorted by `source`, each once.
 *
 * Hidden files and folders inside folders are left out, so are symbolic links that lead nowhere. Throws `NOT_FOUND` for
 * a path that does not exist and for a glob that matches nothing.
 */
export async function findInputFiles(paths: readonly string[], workingFolder: string): Promise<InputFile[]> {
  const found = new Map<string, InputFile>();
  for (const path of paths) {
    for (const file of await filesOf(path, workingFolder)) found.set(file.source, file);
  }
  return [...found.values()].sort((a, b) => compareText(a.source, b.source));
}

/** Orders texts by UTF-16 code unit, the same on every machine and locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

async function filesOf(path: string, workingFolder: string): Promise<InputFile[]> {
  if (path === "-") return [{ path: "-", source: "-", under: "-", sizeBytes: 0, changedMs: 0 }];
  const absolute = resolve(workingFolder, path);
  const found = statSync(absolute, { throwIfNoEntry: false });
  if (found?.isDirectory()) return filesUnder(absolute, absolute, workingFolder);
  if (found) return [inputFile(absolute, dirname(absolute), workingFolder)];
  if (!isDynamicPattern(path)) {
    throw new MemopError("NOT_FOUND", `${path}: no such file or folder`, { hint: "check the path; globs need quotes" });
  }
  const matches = await glob(path, { cwd: workingFolder, absolute: true, dot: false });
  if (matches.length === 0) throw new MemopError("NOT_FOUND", `${path}: the pattern matches no file`);
  return matches.map((match) => inputFile(match, dirname(match), workingFolder));
}

async function filesUnder(folder: string, base: string, workingFolder: string): Promise<InputFile[]> {
  const files: InputFile[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.name.startsWith(".")) continue;
    const path = join(folder, entry.name);
    if (!existsSync(path)) continue;
    const stats = statSync(path);
    if (stats.isDirectory()) files.push(...(await filesUnder(path, base, workingFolder)));
    else if (stats.isFile()) files.push(inputFile(path, base, workingFolder));
  }
  return files;
}

function inputFile(path: string, base: string, workingFolder: string): InputFile {
  const stats = statSync(path);
  return {
    path,
    source: sourceName(path, workingFolder),
    under: relative(base, path).split(sep).join("/"),
    sizeBytes: stats.size,
    changedMs: Math.round(stats.mtimeMs),
  };
}

function sourceName(absolute: string, workingFolder: string): string {
  const inside = relative(workingFolder, absolute);
  const name = inside.startsWith("..") || isAbsolute(inside) ? absolute.replace(/^([A-Za-z]:)?[\\/]+/, "") : inside;
  return name.split(sep).join("/");
}
