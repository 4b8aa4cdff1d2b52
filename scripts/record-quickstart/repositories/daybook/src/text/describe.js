// A rule of recurrence in words.
import { weekdayName } from "../recur/rule.js";
import { ordinal } from "./ordinal.js";

/** One sentence for a rule, for people: `every second week on mon and fri`. */
export function describeRule(rule) {
  const parts = [describeUnit(rule)];
  if (rule.weekdays.length > 0) parts.push(`on ${listWords(rule.weekdays.map(weekdayName))}`);
  if (rule.until !== null) parts.push(`until ${rule.until}`);
  return parts.join(" ");
}

function describeUnit({ interval, unit }) {
  return interval === 1 ? `every ${unit}` : `every ${ordinal(interval)} ${unit}`;
}

function listWords(words) {
  if (words.length === 1) return words[0];
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
