import { MemopError } from "@memop/core";

/** The arm and the repeat that a file's rollouts belong to. */
export interface Labels {
  readonly condition: string;
  readonly run: string | null;
}

/** Reads labels off paths. */
export interface LabelReader {
  /** The labels of a path below the folder that was given. */
  labelsOf(path: string): Labels;
  /** True when the path fits the pattern; always true without a pattern. */
  fits(path: string): boolean;
}

/**
 * The path that a pattern is compared with: that below the folder that was given, and inside an archive the member's path
 * behind the archive's own: `none/run.tar.gz/a/b.traj`.
 */
export function labelPath(under: string, sourceFile: string): string {
  const member = sourceFile.indexOf("#");
  return member === -1 ? under : `${under}/${sourceFile.slice(member + 1)}`;
}

const placeholders = ["{condition}", "{run}"];

/**
 * Makes a reader of labels off paths such as `helpful/run-1/task.traj` by a pattern such as `{condition}/{run}/*`.
 *
 * Pattern segments are `{condition}`, `{run}`, `*` (any one segment) or literal text; a path may go deeper than the
 * pattern. Paths that do not fit get `defaults`. Throws `BAD_USAGE` for a pattern without a label or with an unknown one.
 */
export function labelReader(pattern: string | null, defaults: Labels): LabelReader {
  if (pattern === null) return { labelsOf: () => defaults, fits: () => true };
  const segments = pattern.split("/").filter((segment) => segment !== "");
  const unknown = segments.find((segment) => /[{}]/.test(segment) && !placeholders.includes(segment));
  if (unknown !== undefined || !segments.some((segment) => placeholders.includes(segment))) {
    const problem =
      unknown === undefined ? "names neither {condition} nor {run}" : `has the unknown segment ${unknown}`;
    throw new MemopError("BAD_USAGE", `label pattern "${pattern}" ${problem}`, {
      hint: "segments are {condition}, {run}, * or a folder's name: --labels '{condition}/{run}/*'",
    });
  }
  const read = (path: string): Labels | null => {
    const parts = path.split("/");
    if (parts.length < segments.length) return null;
    const found: Record<string, string> = {};
    for (const [at, segment] of segments.entries()) {
      const part = parts[at] ?? "";
      if (placeholders.includes(segment)) found[segment] = part;
      else if (segment !== "*" && segment !== part) return null;
    }
    return { condition: found["{condition}"] ?? defaults.condition, run: found["{run}"] ?? defaults.run };
  };
  return { labelsOf: (path) => read(path) ?? defaults, fits: (path) => read(path) !== null };
}
