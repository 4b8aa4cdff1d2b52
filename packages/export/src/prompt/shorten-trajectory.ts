import { cutMiddle } from "@memop/tokens";
import type { TrajectoryPart, TrajectoryText } from "./trajectory-parts.ts";

/** A run's text that fits, and what it cost to make it fit. */
export interface ShortenedTrajectory {
  readonly text: string;
  readonly observationsShortened: number;
  /** Code points cut from observations, edits and the patch. Folded turns are not in it. */
  readonly charactersLeftOut: number;
  readonly turnsFolded: number;
  /** Edits, last turns and patches that had to be shortened in their middle. */
  readonly editsShortened: number;
}

/** How far to go: most code points of an observation, and of what an edit or a last turn says (null: all of it). */
interface Level {
  readonly observation: number | null;
  readonly action: number | null;
  readonly mayFold: boolean;
}

/** Tried in this order; the first that fits is taken. */
const levels: readonly Level[] = [
  { observation: null, action: null, mayFold: false },
  { observation: 4000, action: null, mayFold: false },
  { observation: 2000, action: null, mayFold: false },
  { observation: 1000, action: null, mayFold: false },
  { observation: 500, action: null, mayFold: true },
  { observation: 200, action: null, mayFold: true },
  { observation: 200, action: 4000, mayFold: true },
  { observation: 200, action: 2000, mayFold: true },
  { observation: 200, action: 1000, mayFold: true },
  { observation: 100, action: 400, mayFold: true },
];

/**
 * Writes a run as text that `fits`, giving up as little as needed, in this order: the middle of long observations, then
 * the oldest turns that edit nothing, then, only when edits and end alone do not fit, the middle of those.
 *
 * Returns null when even that does not fit. `fits` should say yes to every text that is shorter than one it said yes to.
 */
export async function shortenTrajectory(
  trajectory: TrajectoryText,
  fits: (text: string) => Promise<boolean>,
): Promise<ShortenedTrajectory | null> {
  const foldable = trajectory.parts.filter((part) => !part.isKept).length;
  for (const level of levels) {
    const whole = render(trajectory, level, 0);
    if (await fits(whole.text)) return whole;
    if (!level.mayFold || foldable === 0) continue;
    const least = render(trajectory, level, foldable);
    if (await fits(least.text)) return leastFolded(trajectory, level, least, fits);
  }
  return null;
}

/** The rendering with the fewest turns folded that fits, by bisection; `folded` fits. */
async function leastFolded(
  trajectory: TrajectoryText,
  level: Level,
  folded: ShortenedTrajectory,
  fits: (text: string) => Promise<boolean>,
): Promise<ShortenedTrajectory> {
  let best = folded;
  let tooFew = 0;
  while (best.turnsFolded - tooFew > 1) {
    const middle = render(trajectory, level, Math.floor((best.turnsFolded + tooFew) / 2));
    if (await fits(middle.text)) best = middle;
    else tooFew = middle.turnsFolded;
  }
  return best;
}

function render({ parts, exitStatus, finalPatch }: TrajectoryText, level: Level, toFold: number): ShortenedTrajectory {
  const totals = { observationsShortened: 0, charactersLeftOut: 0, editsShortened: 0 };
  const shortened = (
    text: string,
    limit: number | null,
    counter: "observationsShortened" | "editsShortened",
  ): string => {
    const { text: short, cut } = limit === null ? { text, cut: 0 } : cutMiddle(text, limit);
    if (cut > 0) totals[counter] += 1;
    totals.charactersLeftOut += cut;
    return short;
  };
  const blocks: string[] = [];
  let folded: TrajectoryPart[] = [];
  let turnsFolded = 0;
  const closeFold = (): void => {
    if (folded.length > 0) blocks.push(foldLine(folded));
    folded = [];
  };
  for (const part of parts) {
    if (!part.isKept && turnsFolded < toFold) {
      folded.push(part);
      turnsFolded += 1;
      continue;
    }
    closeFold();
    const action = shortened(part.action, level.action, "editsShortened");
    const observations = part.observations.map((text) => shortened(text, level.observation, "observationsShortened"));
    blocks.push([`## ${part.title}`, action, ...observations].filter((text) => text !== "").join("\n"));
  }
  closeFold();
  if (exitStatus !== null) blocks.push(`## End of the run\nExit status: ${exitStatus}`);
  if (finalPatch !== null) {
    blocks.push(`## Patch handed in\n${shortened(finalPatch.trimEnd(), level.action, "editsShortened")}`);
  }
  return { text: blocks.join("\n\n"), turnsFolded, ...totals };
}

function foldLine(folded: readonly TrajectoryPart[]): string {
  const first = folded[0]?.title ?? "";
  const last = folded.at(-1)?.title ?? "";
  const range = folded.length === 1 ? first : `${first} to ${last}`;
  return `[… ${folded.length} ${folded.length === 1 ? "step" : "steps"} without edits left out: ${range} …]`;
}
