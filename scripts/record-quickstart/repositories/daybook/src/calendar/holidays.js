// Holidays: fixed (`12-25`, every year) or single (`2024-04-01`).

/** Whether a day is in the list; a fixed one that falls on a Sunday is not moved. */
export function isHoliday(day, holidays) {
  return holidays.some((holiday) => matches(day, holiday));
}

function matches(day, holiday) {
  return isFixed(holiday) ? day.endsWith(holiday) : day === holiday;
}

function isFixed(holiday) {
  return holiday.length === "MM-DD".length;
}
