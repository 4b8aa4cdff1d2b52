// The days on which a recurring event takes place.
import { addDays, addMonths } from "../calendar/arithmetic.js";
import { weekday } from "../calendar/week.js";
import { parseRule } from "./rule.js";

const limit = 500;

/** Days of a rule from `start` on, ended by `until` (included), `times` or 500 days. */
export function occurrences(start, text) {
  const rule = parseRule(text);
  const days = [];
  for (const day of candidates(start, rule)) {
    if (rule.until !== null && day > rule.until) break;
    days.push(day);
    if (days.length === (rule.times ?? limit)) break;
  }
  return days;
}

function* candidates(start, rule) {
  for (let period = 0; period < limit; period += 1) {
    yield* daysOfPeriod(start, rule, period * rule.interval);
  }
}

function daysOfPeriod(start, rule, steps) {
  if (rule.unit === "day") return [addDays(start, steps)];
  if (rule.unit === "month") return [addMonths(start, steps)];
  return daysOfWeek(start, rule, steps);
}

function daysOfWeek(start, rule, steps) {
  if (rule.weekdays.length === 0) return [addDays(start, steps * 7)];
  const monday = addDays(start, steps * 7 - weekday(start) + 1);
  return rule.weekdays.map((number) => addDays(monday, number - 1)).filter((day) => day >= start);
}
