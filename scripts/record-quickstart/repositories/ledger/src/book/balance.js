// Balances of accounts.
import { isWithin } from "./account.js";
import { inPeriod } from "./period.js";

/** Cents on an account and everything below it, up to and including `period.to`. */
export function balanceOf(entries, account, period = {}) {
  return entries
    .filter((entry) => isWithin(entry.account, account) && inPeriod(entry.date, period))
    .reduce((total, entry) => total + entry.cents, 0);
}

/** Each entry of an account with the balance after it. */
export function runningBalance(entries, account, opening = 0) {
  let balance = opening;
  return entries
    .filter((entry) => isWithin(entry.account, account))
    .map((entry) => {
      balance += entry.cents;
      return { ...entry, balance };
    });
}
