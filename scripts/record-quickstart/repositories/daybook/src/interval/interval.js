// Intervals of days: `start` is inside, `end` is the first day after it.
import { byStart } from "./order.js";

/** An interval; throws RangeError when the end is not after the start. */
export function createInterval(start, end) {
  if (end <= start) throw new RangeError(`interval ends before it starts: ${start} to ${end}`);
  return { start, end };
}

/** Whether two intervals share at least one day. */
export function overlaps(left, right) {
  return left.start < right.end && right.start < left.end;
}

/** Joins intervals that overlap or touch; the result is sorted. */
export function merge(intervals) {
  const merged = [];
  for (const interval of [...intervals].sort(byStart)) {
    const last = merged.at(-1);
    if (last && touches(last, interval)) last.end = later(last.end, interval.end);
    else merged.push({ ...interval });
  }
  return merged;
}

/** The parts of `frame` that no interval covers. */
export function gaps(frame, intervals) {
  const free = [];
  let cursor = frame.start;
  for (const busy of merge(intervals)) {
    if (busy.start > cursor) free.push({ start: cursor, end: earlier(busy.start, frame.end) });
    cursor = later(cursor, busy.end);
    if (cursor >= frame.end) break;
  }
  if (cursor < frame.end) free.push({ start: cursor, end: frame.end });
  return free;
}

function touches(left, right) {
  return right.start <= left.end;
}

function later(left, right) {
  if (left > right) return left;
  return right;
}

function earlier(left, right) {
  if (left < right) return left;
  return right;
}
