// Days in relation to today.
import { daysBetween } from "../calendar/arithmetic.js";

/** `today`, `tomorrow`, `in 3 days`, `2 weeks ago`. */
export function relativeDay(day, today) {
  const distance = daysBetween(today, day);
  if (distance === 0) return "today";
  if (distance === 1) return "tomorrow";
  if (distance === -1) return "yesterday";
  const phrase = amount(Math.abs(distance));
  return distance > 0 ? `in ${phrase}` : `${phrase} ago`;
}

function amount(days) {
  if (days < 14) return `${days} days`;
  if (days < 60) return `${Math.floor(days / 7)} weeks`;
  return `${Math.floor(days / 30)} months`;
}
