import { MemopError } from "@memop/core";

/** The arm and the repeat that a file's rollouts belong to. */
export interface Labels {
  readonly condition: string;
  readonly run: string | null;
}

/**
 * Makes a function that reads labels off a path such as `helpful/run-1/task.traj` by a pattern such as
 * `{condition}/{run}/*`.
 *
 * Pattern segments are `{condition}`, `{run}`, `*` (any one segment) or literal text; a path may go deeper than the
 * pattern. Paths that do not fit get `defaults`. Throws `BAD_USAGE` for a pattern without a label.
 */
export function labelReader(pattern: string | null, defaults: Labels): (path: string) => Labels {
  if (pattern === null) return () => defaults;
  const segments = pattern.split("/").filter((segment) => segment !== "");
  if (!segments.some((segment) => segment === "{condition}" || segment === "{run}")) {
    throw new MemopError("BAD_USAGE", `label pattern "${pattern}" names neither {condition} nor {run}`, {
      hint: "for example: --labels '{condition}/{run}/*'",
    });
  }
  return (path) => {
    const parts = path.split("/");
    if (parts.length < segments.length) return defaults;
    const found: Record<string, string> = {};
    for (const [at, segment] of segments.entries()) {
      const part = parts[at] ?? "";
      if (segment === "{condition}" || segment === "{run}") found[segment] = part;
      else if (segment !== "*" && segment !== part) return defaults;
    }
    return { condition: found["{condition}"] ?? defaults.condition, run: found["{run}"] ?? defaults.run };
  };
}
