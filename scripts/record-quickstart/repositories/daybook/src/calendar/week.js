// Weekdays and ISO week numbers.
import { fromDayNumber, toDayNumber } from "./day.js";

/** 1 for Monday to 7 for Sunday. */
export function weekday(day) {
  return modulo(toDayNumber(day) + 3, 7) + 1;
}

/** The ISO week `{ year, week }`: week 1 holds the first Thursday of its year. */
export function isoWeek(day) {
  const thursday = toDayNumber(day) - weekday(day) + 4;
  const year = Number(fromDayNumber(thursday).slice(0, 4));
  return { year, week: weekIndex(thursday, year) + 1 };
}

function weekIndex(thursday, year) {
  return Math.floor((thursday - toDayNumber(`${year}-01-01`)) / 7);
}

function modulo(value, divisor) {
  return ((value % divisor) + divisor) % divisor;
}
