import type { RepositorySpec, TaskSpec } from "./task-spec.ts";

const tasks: readonly TaskSpec[] = [
  {
    number: 1,
    title: "Bookings that touch are not merged",
    prose: "Two intervals, one of which starts on the day the other ends, should become one. They stay apart.",
    imports: ["merge"],
    examples: [`merge([{ start: "2024-01-01", end: "2024-01-05" }, { start: "2024-01-05", end: "2024-01-09" }])`],
    hiddenTests: [
      {
        name: "merge joins neighbours and keeps gaps",
        expressions: [
          `merge([{ start: "2024-01-05", end: "2024-01-09" }, { start: "2024-01-01", end: "2024-01-05" }])`,
          `merge([{ start: "2024-01-01", end: "2024-01-05" }, { start: "2024-01-06", end: "2024-01-09" }])`,
        ],
      },
    ],
    mutations: [
      {
        operator: "swapped comparison",
        path: "src/interval/interval.js",
        from: "right.start <= left.end",
        to: "right.start < left.end",
      },
    ],
    notes: [{ path: "src/interval/interval.js", symbol: "touches", about: "which intervals merge treats as one" }],
    commitMessage: "Name the condition for merging",
  },
  {
    number: 2,
    title: "Weekly events fall on the day before",
    prose: "An event that recurs every week on given weekdays takes place one day too early, every time.",
    imports: ["occurrences"],
    examples: [`occurrences("2024-05-01", "every week on fri times 2")`],
    hiddenTests: [
      {
        name: "weekly events fall on their weekdays",
        expressions: [
          `occurrences("2024-05-01", "every week on mon, fri times 3")`,
          `occurrences("2024-05-06", "every 2 weeks on mon until 2024-06-03")`,
        ],
      },
    ],
    mutations: [
      {
        operator: "off-by-one",
        path: "src/recur/occurrences.js",
        from: "steps * 7 - weekday(start) + 1)",
        to: "steps * 7 - weekday(start))",
      },
    ],
    notes: [{ path: "src/recur/occurrences.js", symbol: "daysOfWeek", about: "weekdays of events that recur weekly" }],
    commitMessage: "Start weeks on Monday",
  },
  {
    number: 3,
    title: "Monthly rules: short months and the wording of 13th",
    prose:
      "A rule that recurs every month from the 31st should use the last date of a shorter month, but it gives a day that does not exist. The words for a rule with interval 13 are wrong too.",
    imports: ["addMonths", "describeRule", "parseRule"],
    examples: [`addMonths("2024-01-31", 1)`, `describeRule(parseRule("every 13 months"))`],
    hiddenTests: [
      {
        name: "short months end on their last day",
        expressions: [`addMonths("2023-12-31", 2)`, `addMonths("2024-02-10", 1)`],
      },
      {
        name: "ordinals from eleven to thirteen",
        expressions: [
          `describeRule(parseRule("every 13 months"))`,
          `describeRule(parseRule("every 23 days"))`,
          `describeRule(parseRule("every 11 days"))`,
        ],
      },
    ],
    mutations: [
      {
        operator: "wrong rounding",
        path: "src/calendar/arithmetic.js",
        from: "Math.min(date, daysInMonth(year, month))",
        to: "Math.max(date, daysInMonth(year, month))",
      },
      { operator: "swapped comparison", path: "src/text/ordinal.js", from: "tens <= 13", to: "tens < 13" },
    ],
    notes: [
      { path: "src/calendar/arithmetic.js", symbol: "clampDate", about: "the last date of shorter months" },
      { path: "src/text/ordinal.js", symbol: "suffix", about: "the words for interval numbers" },
    ],
    commitMessage: "Support monthly rules",
  },
  {
    number: 4,
    title: "Fixed holidays are counted as business days",
    prose: "A holiday given as MM-DD is off in every year. Counting business days over Christmas includes it.",
    imports: ["countBusinessDays"],
    examples: [`countBusinessDays("2024-12-23", "2024-12-27", ["12-25"])`],
    hiddenTests: [
      {
        name: "fixed and single holidays are not business days",
        expressions: [
          `countBusinessDays("2024-12-23", "2024-12-27", ["12-25", "2024-12-26"])`,
          `countBusinessDays("2025-12-22", "2025-12-26", ["12-25"])`,
        ],
      },
    ],
    mutations: [
      {
        operator: "wrong side",
        path: "src/calendar/holidays.js",
        from: "day.endsWith(holiday)",
        to: "day.startsWith(holiday)",
      },
    ],
    notes: [{ path: "src/calendar/holidays.js", symbol: "matches", about: "holidays of every year and single ones" }],
    commitMessage: "Allow holidays without a year",
  },
];

/** A library of days, intervals and recurring events. */
export const daybook: RepositorySpec = {
  name: "daybook",
  version: "0.9",
  layout: "swe-agent",
  history: [
    { message: "Days, weeks and intervals", paths: ["package.json", "README.md", "src/calendar", "src/interval"] },
    { message: "Recurring events", paths: ["src/recur", "src/text"] },
    { message: "Public interface and tests", paths: ["src/index.js", "test", "tools"] },
  ],
  tasks,
};
