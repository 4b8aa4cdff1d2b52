// Dates by a pattern; always UTC.
import { padLeft } from "../format/pad.js";

const months = ["January", "February", "March", "April", "May", "June", "July", "August", "September"].concat([
  "October",
  "November",
  "December",
]);

/** Formats by %Y %m %d %H %M %B (month name) %j (day of the year). */
export function formatDate(value, pattern = "%Y-%m-%d") {
  const date = new Date(value);
  return pattern.replace(/%([YmdHMBj])/g, (_, code) => part(date, code));
}

function part(date, code) {
  if (code === "Y") return String(date.getUTCFullYear());
  if (code === "m") return twoDigits(date.getUTCMonth() + 1);
  if (code === "d") return twoDigits(date.getUTCDate());
  if (code === "H") return twoDigits(date.getUTCHours());
  if (code === "M") return twoDigits(date.getUTCMinutes());
  if (code === "B") return months[date.getUTCMonth()];
  return padLeft(dayOfYear(date), 3, "0");
}

function dayOfYear(date) {
  const start = Date.UTC(date.getUTCFullYear(), 0, 1);
  return Math.floor((date.getTime() - start) / 86_400_000) + 1;
}

function twoDigits(value) {
  return padLeft(value, 2, "0");
}
