import { extractEdits } from "../edits/extract-edits.ts";
import type { ShellParser } from "../edits/shell/shell-parser.ts";
import type { Reading } from "../format.ts";
import { fieldsGiven, type GivenField, type Gives, givenFields } from "../gives.ts";

/** A reading of a fixture, with the fixture's name. */
export interface NamedReading {
  readonly name: string;
  readonly reading: Reading;
}

/**
 * Where what a format says it gives is not what its fixtures give, one sentence each.
 *
 * `yes` must hold for every fixture, and for edits and reasoning, which not every run has, for one. `sometimes` must hold
 * for one, `no` for none.
 */
export function givesMistakes(gives: Gives, readings: readonly NamedReading[], parser: ShellParser): string[] {
  const given = readings.map(({ name, reading }) => ({ name, fields: fieldsWithShell(reading, parser) }));
  return givenFields.flatMap((field) => {
    const having = given.filter(({ fields }) => fields.has(field)).map(({ name }) => name);
    const lacking = given.filter(({ fields }) => !fields.has(field)).map(({ name }) => name);
    if (gives[field] === "no") return having.map((name) => `${field}: said "no", but ${name} gives it`);
    if (having.length === 0) return [`${field}: said "${gives[field]}", but no fixture gives it`];
    if (gives[field] === "sometimes" || dependsOnRun.has(field)) return [];
    return lacking.map((name) => `${field}: said "yes", but ${name} does not give it`);
  });
}

const dependsOnRun: ReadonlySet<GivenField> = new Set(["edits", "reasoning"]);

function fieldsWithShell(reading: Reading, parser: ShellParser): ReadonlySet<GivenField> {
  const fields = fieldsGiven(reading);
  if (fields.has("edits") || extractEdits(reading.trajectory, parser).length === 0) return fields;
  return new Set([...fields, "edits"]);
}
