import {
  formats,
  type Gives,
  givenFields,
  type OutcomeGives,
  outcomeFormats,
  trajectoryWriters,
  type WriterHolds,
} from "@memop/trajectory";
import { textTable } from "./text-table.ts";

/** A format as `memop formats --json` prints it. */
export interface ListedFormat {
  readonly name: string;
  readonly kind: "trajectory" | "outcome" | "writer";
  readonly title: string;
  /** What one trajectory is made of; null for formats that are only written. */
  readonly scope: string | null;
  readonly writes: boolean;
  /** What it tells of a run (readers), or what of a trajectory it holds (writers). */
  readonly gives: Gives | OutcomeGives | WriterHolds;
  /** Why no real file stands behind it; null when one was read. */
  readonly notTried: string | null;
}

/** Every format that can be read or written; one that is both is listed as a trajectory format and as a writer. */
export function listedFormats(): readonly ListedFormat[] {
  const written = new Set(trajectoryWriters.map((writer) => writer.name));
  return [
    ...formats.map((format): ListedFormat => {
      const { name, title, scope } = format;
      const { notTried, ...gives }: Gives = format.gives;
      return { name, kind: "trajectory", title, scope, writes: written.has(name), gives, notTried: notTried ?? null };
    }),
    ...outcomeFormats.map(({ name, title, gives }): ListedFormat => {
      return { name, kind: "outcome", title, scope: "record", writes: false, gives, notTried: null };
    }),
    ...trajectoryWriters.map(({ name, title, holds }): ListedFormat => {
      return { name, kind: "writer", title, scope: null, writes: true, gives: holds, notTried: null };
    }),
  ];
}

/** The list for a terminal: titles, then what each format gives. */
export function formatListText(listed: readonly ListedFormat[]): string {
  const sections = [
    { kind: "trajectory", heading: "trajectory formats", table: "what they tell of a run" },
    { kind: "outcome", heading: "outcome formats", table: "what they tell of an evaluation" },
    { kind: "writer", heading: "formats that trajectories are written in", table: "what of a trajectory they hold" },
  ];
  const width = Math.max(...listed.map(({ name }) => name.length));
  return sections
    .map(({ kind, heading, table }) => {
      const rows = listed.filter((each) => each.kind === kind);
      const titles = rows.map((row) => `  ${row.name.padEnd(width)}  ${row.title}${noteOn(row)}\n`);
      const cells = rows.map(({ name, gives }) => ({ name: name.padEnd(width), ...shortened(gives) }));
      const matrix = textTable(cells).replaceAll(/^(?=.)/gm, "  ");
      return `${heading}\n${titles.join("")}\n  ${table} (y: always, s: sometimes, -: never)\n${matrix}`;
    })
    .join("\n");
}

function noteOn({ kind, writes, notTried }: ListedFormat): string {
  const notes = [
    ...(writes && kind === "trajectory" ? ["can be written too"] : []),
    ...(notTried === null ? [] : ["not tried on a real file"]),
  ];
  return notes.length === 0 ? "" : ` (${notes.join("; ")})`;
}

function shortened(gives: ListedFormat["gives"]): Record<string, string> {
  const letters = { yes: "y", sometimes: "s", no: "-" } as const;
  const order: readonly string[] = givenFields;
  const entries = Object.entries(gives).toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  return Object.fromEntries(entries.map(([field, giving]) => [field, letters[giving as keyof typeof letters]]));
}
