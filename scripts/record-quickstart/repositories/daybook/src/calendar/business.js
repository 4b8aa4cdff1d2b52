// Business days: Monday to Friday without holidays.
import { addDays } from "./arithmetic.js";
import { isHoliday } from "./holidays.js";
import { weekday } from "./week.js";

/** The business day that is `count` business days later (earlier when negative). */
export function addBusinessDays(day, count, holidays = []) {
  const step = Math.sign(count);
  let left = Math.abs(count);
  let current = day;
  while (left > 0) {
    current = addDays(current, step);
    if (isBusinessDay(current, holidays)) left -= 1;
  }
  return current;
}

/** Business days from `from` to `to`, both included. */
export function countBusinessDays(from, to, holidays = []) {
  let count = 0;
  for (let day = from; day <= to; day = addDays(day, 1)) {
    if (isBusinessDay(day, holidays)) count += 1;
  }
  return count;
}

function isBusinessDay(day, holidays) {
  return weekday(day) < 6 && !isHoliday(day, holidays);
}
