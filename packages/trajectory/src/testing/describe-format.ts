import { MemopError } from "@memop/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadShellParser } from "../edits/shell/shell-parser.ts";
import type { Reading, TrajectoryFormat } from "../format.ts";
import { formats } from "../formats/index.ts";
import { Outcome } from "../outcome.ts";
import { Task } from "../task.ts";
import { Trajectory } from "../trajectory.ts";
import { type FormatFixture, loadFixtures } from "./format-fixtures.ts";
import { givesMistakes } from "./gives-mistakes.ts";
import { lostTexts } from "./lost-texts.ts";
import { mutated } from "./mutated.ts";

/** What a format's conformance is checked with, besides its fixtures. */
export interface FormatContract {
  /** Records that must be refused, each with the path that the error must name. */
  readonly malformed: readonly { readonly record: unknown; readonly names: string }[];
  /** Folder that the fixtures are said to lie in, for formats that read names of folders. */
  readonly under?: string;
  /** Texts of the source that readings leave out on purpose: paths inside a record, and why. */
  readonly leavesOut?: readonly { readonly path: RegExp; readonly reason: string }[];
}

/**
 * The contract of a trajectory format, checked on the fixtures beside it: `fixtures` is the URL of that folder.
 *
 * Set `MEMOP_ACCEPT` to write the expected files anew.
 */
export function describeFormat(
  format: TrajectoryFormat,
  fixtures: URL,
  { malformed, under = "runs", leavesOut = [] }: FormatContract,
): void {
  const cases = loadFixtures(fixtures, under);
  describe(`format ${format.name}`, () => {
    test("has a kebab-case name, a title and fixtures", () => {
      expect(format.name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(format.title).not.toBe("");
      expect(cases.length).toBeGreaterThan(0);
    });

    test("matches nothing but objects and lists of its own", () => {
      for (const foreign of [
        null,
        undefined,
        0,
        "",
        "x",
        true,
        [],
        {},
        [null],
        [[]],
        { messages: null },
        { steps: [] },
      ]) {
        expect(format.matches(foreign)).toBe(false);
      }
    });

    test.each(cases)("reads $name as expected", (fixture) => {
      const reading = format.read(fixture.records, fixture);
      expectSound(reading);
      if (process.env.MEMOP_ACCEPT !== undefined) fixture.accept(reading);
      else expect(JSON.parse(JSON.stringify(reading))).toEqual(fixture.expected);
    });

    test.each(cases)("keeps every text of $name but those that it says it leaves out", (fixture) => {
      const reading = format.read(fixture.records, fixture);
      const lost = fixture.records.flatMap((record) => lostTexts(record, reading));
      expect(lost.filter((path) => !leavesOut.some((each) => each.path.test(path)))).toEqual([]);
    });

    test.each(cases)("is the first format to match $name", (fixture) => {
      for (const [at, record] of fixture.records.entries()) {
        const source = { path: fixture.paths[at] ?? fixture.path };
        expect(formats.find((each) => each.matches(record, source))?.name).toBe(format.name);
      }
    });

    test.each(cases)("does not change $name", (fixture) => {
      const before = structuredClone(fixture.records);
      format.read(fixture.records, fixture);
      expect(fixture.records).toEqual(before);
    });

    test.each(cases)("gives a sound reading or a BAD_RECORD for every mutilation of $name", (fixture) => {
      fc.assert(
        fc.property(mutated(fixture.records), (records) => {
          const reading = readOrNull(format, records, fixture);
          if (reading !== null) expectSound(reading);
        }),
        { numRuns: 300 },
      );
    });

    test("gives what it says that it gives, and nothing else", async () => {
      const readings = cases.flatMap((fixture) =>
        format.readAll(fixture.records, fixture).map((reading) => ({ name: fixture.name, reading })),
      );
      expect(givesMistakes(format.gives, readings, await loadShellParser())).toEqual([]);
    });

    test.each(malformed)("names the path of what is wrong: $names", ({ record, names }) => {
      expect(() => format.read([record], { path: "runs/x.json" })).toThrow(
        expect.objectContaining({ code: "BAD_RECORD", message: expect.stringContaining(names) }),
      );
    });

    test("refuses to read no record at all", () => {
      expect(() => format.read([], { path: "x" })).toThrow(expect.objectContaining({ code: "BAD_RECORD" }));
    });
  });
}

/** Null when the format refuses the records as it may; anything else thrown is a bug. */
function readOrNull(format: TrajectoryFormat, records: unknown, { path, paths }: FormatFixture): Reading | null {
  const list = Array.isArray(records) ? records : [records];
  try {
    for (const [at, record] of list.entries()) format.matches(record, { path: paths[at] ?? path });
    return format.read(list, { path, paths: list.map((_, at) => paths[at] ?? path) });
  } catch (error) {
    if (error instanceof MemopError && error.code === "BAD_RECORD") return null;
    throw error;
  }
}

/** Everything that holds for every reading of every format. */
function expectSound({ trajectory, outcome, task }: Reading): void {
  Trajectory.parse(trajectory);
  if (outcome !== null) {
    Outcome.parse(outcome);
    expect(outcome.taskId).toBe(trajectory.taskId);
  }
  if (task !== null) Task.parse(task);
  let turn = 0;
  for (const [at, step] of trajectory.steps.entries()) {
    expect(step.index).toBe(at);
    if (step.turn !== null) {
      expect(step.source).toBe("agent");
      expect(step.marks).toEqual([]);
      expect(step.turn).toBe(turn + 1);
      turn = step.turn;
    }
    const ids = step.toolCalls.map((call) => call.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { callId } of step.observations) if (callId !== null) expect(ids).toContain(callId);
    for (const { path } of step.edits) expect(path).not.toMatch(/^\.\.?(?:\/|$)/);
  }
  expect(JSON.stringify(trajectory)).not.toMatch(/\\ud[89a-f]/);
}
