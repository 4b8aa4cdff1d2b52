// Finding room in an agenda.
import { daysBetween } from "../calendar/arithmetic.js";
import { gaps } from "./interval.js";

/** Free intervals of at least `length` days inside the frame, the longest first. */
export function freeSlots(frame, bookings, length = 1) {
  const confirmed = bookings.filter((booking) => booking.status !== "cancelled");
  return gaps(frame, confirmed)
    .filter((slot) => slotLength(slot) >= length)
    .sort((left, right) => slotLength(right) - slotLength(left));
}

function slotLength(slot) {
  return daysBetween(slot.start, slot.end);
}
