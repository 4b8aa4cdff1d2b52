// Printing amounts of money.

/** `1,234.50`; negative amounts with a minus sign or, with `brackets`, as `(12.00)`. */
export function formatAmount(cents, { brackets = false, currency = "" } = {}) {
  const absolute = Math.abs(cents);
  const text = `${currency}${groupThousands(Math.floor(absolute / 100))}.${twoDigits(absolute % 100)}`;
  if (cents >= 0) return text;
  return brackets ? `(${text})` : `-${text}`;
}

function groupThousands(whole) {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ",");
}

function twoDigits(value) {
  return String(value).padStart(2, "0");
}
