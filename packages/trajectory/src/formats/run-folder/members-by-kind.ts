import * as z from "zod";
import { sourceNames } from "../source-name.ts";

/** What a file of a run's folder holds, before its name tells what it is: a text, a list or an object. */
export const RunFile = z.union([z.string(), z.array(z.unknown()), z.looseObject({})]);

/** A file of a run's folder. */
export interface RunMember {
  /** Its names from the outermost folder on. */
  readonly path: string;
  readonly record: unknown;
}

/**
 * The files of a run by what they are, those of a kind in the order of their paths, where numbers count as numbers
 * (`round_2` before `round_10`). Files that are of no kind are left out.
 */
export function membersByKind<Kind extends string>(
  records: readonly unknown[],
  paths: readonly string[],
  kindOf: (record: unknown, path: string) => Kind | null,
): ReadonlyMap<Kind, readonly RunMember[]> {
  const byKind = new Map<Kind, RunMember[]>();
  for (const [at, record] of records.entries()) {
    const path = paths[at] ?? "";
    const kind = kindOf(record, path);
    if (kind === null) continue;
    const members = byKind.get(kind);
    if (members === undefined) byKind.set(kind, [{ path, record }]);
    else members.push({ path, record });
  }
  for (const members of byKind.values()) members.sort((one, other) => comparedByNumbers(one.path, other.path));
  return byKind;
}

function comparedByNumbers(one: string, other: string): number {
  const [first, second] = [one, other].map((path) => sourceNames(path).join("/").split(/(\d+)/));
  for (const [at, part] of (first ?? []).entries()) {
    const against = second?.[at];
    if (part === against) continue;
    if (against === undefined) return 1;
    return at % 2 === 1 ? Number(part) - Number(against) : part < against ? -1 : 1;
  }
  return (first?.length ?? 0) - (second?.length ?? 0);
}
