import type { RepositorySpec, TaskSpec } from "./task-spec.ts";

const tasks: readonly TaskSpec[] = [
  {
    number: 1,
    title: "Header with as many semicolons as commas is split at the semicolon",
    prose: "When the guess for the separator is a tie, the comma should win. The columns come out wrong.",
    imports: ["parseCsv"],
    examples: [`parseCsv("name,price;net\\nbolt,4;5\\n")`],
    hiddenTests: [
      {
        name: "the comma wins a tie",
        expressions: [`parseCsv("a,b;c\\n1,2;3\\n")`, `parseCsv("a;b;c\\n1;2;3\\n")`, `parseCsv("a\\tb\\n1\\t2\\n")`],
      },
    ],
    mutations: [
      {
        operator: "swapped comparison",
        path: "src/csv/separator.js",
        from: "countOf(header, separator) > countOf(header, best)",
        to: "countOf(header, separator) >= countOf(header, best)",
      },
    ],
    notes: [{ path: "src/csv/separator.js", symbol: "detectSeparator", about: "guessing the separator from a header" }],
    commitMessage: "Detect tabs as separators",
  },
  {
    number: 2,
    title: "Balance of an account includes another with a longer name",
    prose:
      "Only the account and everything below it should count. An account whose name merely begins alike is summed too.",
    imports: ["balanceOf"],
    examples: [
      `balanceOf([{ account: "assets:cash", cents: 500 }, { account: "assets:cashback", cents: 7 }], "assets:cash")`,
    ],
    hiddenTests: [
      {
        name: "an account that begins alike is another account",
        expressions: [
          `balanceOf([{ account: "a:b", cents: 1 }, { account: "a:bc", cents: 2 }, { account: "a:b:c", cents: 4 }], "a:b")`,
        ],
      },
    ],
    mutations: [
      {
        operator: "dropped text",
        path: "src/book/account.js",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: source text of the library
        from: "account.startsWith(`${parent}:`)",
        to: "account.startsWith(parent)",
      },
    ],
    notes: [{ path: "src/book/account.js", symbol: "isWithin", about: "which account is below another account" }],
    commitMessage: "Simplify accounts",
  },
  {
    number: 3,
    title: "Statement: zero is negative and the running balance goes down",
    prose:
      "An amount of zero is printed with a minus sign, and the running balance after a deposit is lower than before it.",
    imports: ["formatAmount", "runningBalance"],
    examples: [
      `formatAmount(0)`,
      `runningBalance([{ account: "assets:cash", cents: 500 }], "assets:cash", 100)[0].balance`,
    ],
    hiddenTests: [
      { name: "zero has no sign", expressions: [`formatAmount(0)`, `formatAmount(-5)`, `formatAmount(5)`] },
      {
        name: "running balance adds up",
        expressions: [
          `runningBalance([{ account: "a", cents: 5 }, { account: "a", cents: -2 }], "a").map((entry) => entry.balance)`,
        ],
      },
    ],
    mutations: [
      { operator: "swapped comparison", path: "src/money/format.js", from: "cents >= 0", to: "cents > 0" },
      {
        operator: "wrong sign",
        path: "src/book/balance.js",
        from: "balance += entry.cents",
        to: "balance -= entry.cents",
      },
    ],
    notes: [
      { path: "src/money/format.js", symbol: "formatAmount", about: "the sign of a printed amount" },
      { path: "src/book/balance.js", symbol: "runningBalance", about: "the running balance after each entry" },
    ],
    commitMessage: "Add statements",
  },
  {
    number: 4,
    title: "Old invoices are listed as recent",
    prose: "Open invoices should be sorted into groups by their age in days. All of them end up in the youngest group.",
    imports: ["outstanding"],
    examples: [`outstanding([{ date: "2024-01-01", cents: 1000 }], "2024-03-15")`],
    hiddenTests: [
      {
        name: "invoices are grouped by age",
        expressions: [
          `outstanding([{ date: "2024-01-01", cents: 1000 }, { date: "2024-03-10", cents: 5, paid: 2 }], "2024-03-15")`,
          `outstanding([{ date: "2023-01-01", cents: 9 }], "2024-03-15")`,
        ],
      },
    ],
    mutations: [
      {
        operator: "swapped arguments",
        path: "src/report/aging.js",
        from: "daysFrom(invoice.date, today)",
        to: "daysFrom(today, invoice.date)",
      },
    ],
    notes: [{ path: "src/report/aging.js", symbol: "outstanding", about: "the age of open invoices in days" }],
    commitMessage: "Group invoices by age",
  },
];

/** A library of double-entry bookkeeping. */
export const ledger: RepositorySpec = {
  name: "ledger",
  version: "2.1",
  layout: "openhands",
  history: [
    { message: "Read CSV and amounts", paths: ["package.json", "README.md", "src/csv", "src/money"] },
    { message: "Entries and balances", paths: ["src/book"] },
    { message: "Reports, public interface and tests", paths: ["src/report", "src/index.js", "test", "tools"] },
  ],
  tasks,
};
