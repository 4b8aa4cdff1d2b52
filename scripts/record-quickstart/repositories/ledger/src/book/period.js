// Periods of time: both ends included, either may be missing.

/** Whether a date is inside a period. */
export function inPeriod(date, { from, to }) {
  return (from === undefined || date >= from) && (to === undefined || date <= to);
}

/** The month `YYYY-MM` of a date. */
export function monthOf(date) {
  return date.slice(0, 7);
}

/** Whole days from one date to another. */
export function daysFrom(from, to) {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}
