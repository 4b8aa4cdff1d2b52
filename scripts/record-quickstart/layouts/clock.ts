import { seededUnit } from "../seeded.ts";

/** Times of a rollout. Made up: a fixed start and seeded steps, since measured times would differ at each recording. */
export interface Clock {
  readonly start: Date;
  /** Time at which turn `index` (from 0) begins. */
  turnStart(index: number): Date;
  /** Time at which the result of turn `index` is there. */
  turnEnd(index: number): Date;
  /** Seconds that the command of turn `index` took. */
  executionSeconds(index: number): number;
}

const firstStart = Date.UTC(2025, 2, 3, 9, 0, 0);

/** A clock for the rollout at `position` in the whole recording; rollouts begin ten minutes apart. */
export function rolloutClock(position: number, seed: string): Clock {
  const start = new Date(firstStart + position * 600_000);
  const seconds = (index: number): number => 1 + Math.round(3000 * seededUnit(seed, "step", index)) / 1000;
  const execution = (index: number): number => Math.round(50 + 600 * seededUnit(seed, "run", index)) / 1000;
  const at = (index: number): number => {
    let time = start.getTime() + 2000;
    for (let turn = 0; turn < index; turn += 1) time += 1000 * (seconds(turn) + execution(turn));
    return Math.round(time);
  };
  return {
    start,
    turnStart: (index) => new Date(Math.round(at(index) + 1000 * seconds(index))),
    turnEnd: (index) => new Date(Math.round(at(index) + 1000 * (seconds(index) + execution(index)))),
    executionSeconds: execution,
  };
}
