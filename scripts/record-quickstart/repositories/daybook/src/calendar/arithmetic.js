// Adding and subtracting days and months.
import { daysInMonth, fromDayNumber, toDayNumber } from "./day.js";

/** The day `count` days later (earlier when negative). */
export function addDays(day, count) {
  return fromDayNumber(toDayNumber(day) + count);
}

/** The same date `count` months later, or the last day of a shorter month. */
export function addMonths(day, count) {
  const [year, month, date] = day.split("-").map(Number);
  const total = year * 12 + (month - 1) + count;
  const target = { year: Math.floor(total / 12), month: (total % 12) + 1 };
  return compose(target, clampDate(date, target));
}

/** Days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from, to) {
  return toDayNumber(to) - toDayNumber(from);
}

function clampDate(date, { year, month }) {
  return Math.min(date, daysInMonth(year, month));
}

function compose({ year, month }, date) {
  return [String(year).padStart(4, "0"), twoDigits(month), twoDigits(date)].join("-");
}

function twoDigits(value) {
  return String(value).padStart(2, "0");
}
