// From CSV text to entries.
import { parseCsv } from "../csv/parse.js";
import { parseAmount } from "../money/parse-amount.js";
import { normaliseAccount } from "./account.js";

/** Entries `{ date, account, cents, note }`, oldest first; columns are found by their header. */
export function importCsv(text, options = {}) {
  const [header, ...rows] = parseCsv(text);
  const columns = header.map((name) => name.trim().toLowerCase());
  return rows.map((row) => toEntry(row, columns, options)).sort(byDate);
}

function toEntry(row, columns, options) {
  const cell = (name) => row[columns.indexOf(name)] ?? "";
  return {
    date: cell("date").trim(),
    account: normaliseAccount(cell("account")),
    cents: parseAmount(cell("amount"), options.decimal),
    note: cell("note").trim(),
  };
}

function byDate(left, right) {
  if (left.date === right.date) return 0;
  return left.date < right.date ? -1 : 1;
}
