// Totals by account and by month.
import { ancestor } from "../book/account.js";
import { monthOf } from "../book/period.js";

/** Cents by account, cut to `depth` parts; accounts whose total is 0 are left out. */
export function trialBalance(entries, depth = 2) {
  const totals = sumBy(entries, (entry) => ancestor(entry.account, depth));
  return Object.fromEntries(Object.entries(totals).filter(([, cents]) => cents !== 0));
}

/** Cents by month, oldest month first. */
export function monthlyTotals(entries) {
  const totals = sumBy(entries, (entry) => monthOf(entry.date));
  return Object.entries(totals)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([month, cents]) => ({ month, cents }));
}

function sumBy(entries, keyOf) {
  const totals = {};
  for (const entry of entries) {
    const key = keyOf(entry);
    totals[key] = (totals[key] ?? 0) + entry.cents;
  }
  return totals;
}
