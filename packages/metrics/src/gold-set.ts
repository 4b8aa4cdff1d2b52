import { goldFiles, goldFunctions } from "@memop/trajectory";

/** A function of one gold file; `name` is `Class.method` where the class is known. */
export interface GoldFunction {
  readonly file: string;
  readonly name: string;
}

/** What a reference solution changes: the places an agent has to find. */
export interface GoldSet {
  /** One path per gold file, relative to the repository's root. */
  readonly files: readonly string[];
  /** Every name that stands for a gold file (both names of a rename), mapped to the one in `files`. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly functions: readonly GoldFunction[];
}

/** What a task's row says about its reference solution; null where it says nothing. */
export interface GoldSource {
  readonly patch: string | null;
  readonly files: readonly string[] | null;
  readonly functions: readonly GoldFunction[] | null;
}

/**
 * The gold set of a task; null when neither a patch nor files are known. Files and functions that are given win over
 * those read from the patch, which is then asked for the former names of renamed files only.
 *
 * Source: docs/papers.md#gold-files, docs/papers.md#gold-functions.
 */
export function goldSetOf({ patch, files, functions }: GoldSource): GoldSet | null {
  if (patch === null && files === null) return null;
  const read = patch === null ? { files: [], aliases: new Map<string, string>() } : goldFiles(patch);
  const chosen = files ?? read.files;
  const aliases = new Map(chosen.map((file) => [file, file]));
  for (const [name, file] of read.aliases) if (aliases.has(file)) aliases.set(name, file);
  return { files: chosen, aliases, functions: functions ?? (patch === null ? [] : goldFunctions(patch)) };
}
