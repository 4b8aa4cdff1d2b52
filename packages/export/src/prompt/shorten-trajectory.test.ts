import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shortenTrajectory } from "./shorten-trajectory.ts";
import type { TrajectoryPart, TrajectoryText } from "./trajectory-parts.ts";

const upTo = (length: number) => async (text: string) => text.length <= length;

function runOf(parts: readonly Partial<TrajectoryPart>[], fields: Partial<TrajectoryText> = {}): TrajectoryText {
  return {
    parts: parts.map((part, at) => ({
      title: `Turn ${at + 1}`,
      action: `action ${at + 1}`,
      observations: [],
      isKept: false,
      ...part,
    })),
    exitStatus: "submitted",
    finalPatch: "the patch",
    markedStepsLeftOut: 0,
    openingMessage: null,
    ...fields,
  };
}

describe("a run that is shortened", () => {
  test("stays as it is when it fits", async () => {
    const short = await shortenTrajectory(runOf([{ observations: ["Observation:\nfine"] }]), upTo(1000));
    expect(short).toEqual({
      text: "## Turn 1\naction 1\nObservation:\nfine\n\n## End of the run\nExit status: submitted\n\n## Patch handed in\nthe patch",
      observationsShortened: 0,
      charactersLeftOut: 0,
      turnsFolded: 0,
      editsShortened: 0,
    });
  });

  test("loses the middle of long observations first", async () => {
    const run = runOf([{ observations: [`start${"x".repeat(9000)}end`] }, { observations: ["short"] }]);
    const short = await shortenTrajectory(run, upTo(5000));
    expect(short).toMatchObject({ observationsShortened: 1, charactersLeftOut: 5008, turnsFolded: 0 });
    expect(short?.text).toMatch(/start.*\[… 5008 characters left out …\].*end/s);
    expect(short?.text).toContain("short");
  });

  test("then loses its oldest turns without edits, as few as needed", async () => {
    const parts = Array.from({ length: 20 }, (_, at) => ({ action: "y".repeat(100), isKept: at === 3 || at > 17 }));
    const short = await shortenTrajectory(runOf(parts), upTo(1500));
    expect(short?.turnsFolded).toBe(9);
    expect(short?.text).toMatch(/^\[… 3 steps without edits left out: Turn 1 to Turn 3 …\]\n\n## Turn 4\n/);
    expect(short?.text).toContain("[… 6 steps without edits left out: Turn 5 to Turn 10 …]\n\n## Turn 11");
    expect(short?.editsShortened).toBe(0);
  });

  test("loses the middle of its edits last, and says so", async () => {
    const short = await shortenTrajectory(runOf([{ action: "e".repeat(9000), isKept: true }, {}]), upTo(3000));
    expect(short).toMatchObject({ editsShortened: 1, turnsFolded: 0 });
  });

  test("is nothing when not even that fits", async () => {
    expect(await shortenTrajectory(runOf([{ isKept: true }]), upTo(20))).toBe(null);
  });
});

const anyPart = fc.record({
  action: fc.string({ unit: "grapheme", maxLength: 60 }),
  observations: fc.array(
    fc.nat(3000).map((length) => `é😀x`.repeat(length)),
    { maxLength: 2 },
  ),
  isKept: fc.boolean(),
});

test("whatever the run, the result fits, keeps every edit and the end, and leaves nothing out uncounted", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyPart, { maxLength: 12 }), fc.integer({ min: 50, max: 6000 }), async (parts, room) => {
      const run = runOf(parts);
      const short = await shortenTrajectory(run, upTo(room));
      if (short === null) {
        const least = run.parts.filter((part) => part.isKept).map((part) => ({ ...part, observations: [] }));
        const fixed = await shortenTrajectory({ ...run, parts: least }, upTo(Number.POSITIVE_INFINITY));
        const mostMarks = 12 * 80 + run.parts.flatMap((part) => part.observations).length * 160;
        expect((fixed?.text.length ?? 0) + mostMarks).toBeGreaterThan(room);
        return;
      }
      expect(short.text.length).toBeLessThanOrEqual(room);
      expect(short.text.isWellFormed()).toBe(true);
      expect(short.text.endsWith("the patch")).toBe(true);
      const kept = run.parts.filter((part) => part.isKept);
      for (const { title, action } of kept) expect(short.text).toContain(action === "" ? title : `${title}\n${action}`);
      const shown = run.parts.filter(({ title }) => short.text.includes(`## ${title}\n`) || short.text.endsWith(title));
      if (short.turnsFolded === 0 && short.charactersLeftOut === 0) {
        for (const { observations } of shown) for (const text of observations) expect(short.text).toContain(text);
      }
      const foldedByText = [...short.text.matchAll(/\[… (\d+) steps? without/g)].reduce((n, m) => n + Number(m[1]), 0);
      expect(foldedByText).toBe(short.turnsFolded);
    }),
    { numRuns: 150 },
  );
});
