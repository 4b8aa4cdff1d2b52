// Public interface.

export { addDays, addMonths, daysBetween } from "./calendar/arithmetic.js";
export { addBusinessDays, countBusinessDays } from "./calendar/business.js";
export { isoWeek, weekday } from "./calendar/week.js";
export { freeSlots } from "./interval/agenda.js";
export { createInterval, gaps, merge, overlaps } from "./interval/interval.js";
export { occurrences } from "./recur/occurrences.js";
export { parseRule } from "./recur/rule.js";
export { describeRule } from "./text/describe.js";
export { relativeDay } from "./text/relative.js";
