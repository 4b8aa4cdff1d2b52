// The one representation of a day: a count of days since 1970-01-01.

/** From `YYYY-MM-DD` to a day number; throws RangeError for a day that does not exist. */
export function toDayNumber(day) {
  const [year, month, date] = day.split("-").map(Number);
  if (date < 1 || date > daysInMonth(year, month)) throw new RangeError(`no such day: ${day}`);
  return Date.UTC(year, month - 1, date) / 86_400_000;
}

/** From a day number to `YYYY-MM-DD`. */
export function fromDayNumber(number) {
  return new Date(number * 86_400_000).toISOString().slice(0, 10);
}

/** Days in a month (1 to 12). */
export function daysInMonth(year, month) {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function isLeap(year) {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}
