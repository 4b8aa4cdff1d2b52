// What customers owe, by age.
import { daysFrom } from "../book/period.js";

const bounds = [30, 60, 90];

/** Open cents by age of the invoice: up to 30, 60, 90 days, and older. */
export function outstanding(invoices, today) {
  const buckets = [0, 0, 0, 0];
  for (const invoice of invoices.filter(isOpen)) {
    buckets[bucketOf(daysFrom(invoice.date, today))] += invoice.cents - (invoice.paid ?? 0);
  }
  return buckets;
}

function isOpen(invoice) {
  return invoice.cents > (invoice.paid ?? 0);
}

function bucketOf(age) {
  const index = bounds.findIndex((bound) => age <= bound);
  return index === -1 ? bounds.length : index;
}
