import { realpathSync, type Stats, statSync } from "node:fs";
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
 * A glob stands for the files and folders that match it, as in a shell. Hidden files and folders inside folders are left
 * out, so are symbolic links that lead nowhere or back to a folder that they are in. Throws `NOT_FOUND` for a path that
 * does not exist and for a glob that matches nothing.
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
  if (statsOf(absolute) !== null) return filesAt(absolute, workingFolder);
  if (!isDynamicPattern(path)) {
    throw new MemopError("NOT_FOUND", `${path}: no such file or folder`, { hint: "check the path; globs need quotes" });
  }
  const options = { cwd: workingFolder, absolute: true, dot: false, onlyFiles: false, expandDirectories: false };
  const matches = (await glob(path, options)).map((match) => resolve(match)).sort(compareText);
  const files: InputFile[] = [];
  for (const match of matches) files.push(...(await filesAt(match, workingFolder)));
  if (files.length === 0) throw new MemopError("NOT_FOUND", `${path}: the pattern matches no file`);
  return files;
}

async function filesAt(path: string, workingFolder: string): Promise<InputFile[]> {
  const stats = statsOf(path);
  if (stats?.isDirectory()) return filesUnder(path, path, workingFolder, new Set());
  return stats === null ? [] : [inputFile(path, dirname(path), workingFolder, stats)];
}

/** `above` holds the real paths of the folders that lead here: a link back to one of them would never end. */
async function filesUnder(
  folder: string,
  base: string,
  workingFolder: string,
  above: ReadonlySet<string>,
): Promise<InputFile[]> {
  const real = realpathSync(folder);
  if (above.has(real)) return [];
  const files: InputFile[] = [];
  for (const name of await readdir(folder)) {
    if (name.startsWith(".")) continue;
    const path = join(folder, name);
    const stats = statsOf(path);
    if (stats?.isDirectory()) files.push(...(await filesUnder(path, base, workingFolder, new Set([...above, real]))));
    else if (stats?.isFile()) files.push(inputFile(path, base, workingFolder, stats));
  }
  return files;
}

/** Null for what does not exist, and for links that lead nowhere or in a circle. */
function statsOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

function inputFile(path: string, base: string, workingFolder: string, stats: Stats): InputFile {
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
  const isOutside = inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside);
  const name = isOutside ? absolute.replace(/^([A-Za-z]:)?[\\/]+/, "") : inside;
  return name.split(sep).join("/");
}
