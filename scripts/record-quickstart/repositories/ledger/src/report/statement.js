// Account statements as text.
import { balanceOf, runningBalance } from "../book/balance.js";
import { formatAmount } from "../money/format.js";
import { alignColumns } from "./columns.js";

/** A statement of one account: a line for each entry, then the closing balance. */
export function statement(entries, account, opening = 0) {
  const lines = runningBalance(entries, account, opening).map((entry) => [
    entry.date,
    entry.note || "-",
    formatAmount(entry.cents),
    formatAmount(entry.balance),
  ]);
  const closing = opening + balanceOf(entries, account);
  return alignColumns([...lines, ["", "closing", "", formatAmount(closing)]]);
}
