// Reading amounts of money.

/** Cents of `1,234.50`, `-12`, `(7.25)` (negative) or `1.234,50` with `decimal` ",". */
export function parseAmount(text, decimal = ".") {
  const trimmed = text.trim();
  const bracketed = trimmed.startsWith("(") && trimmed.endsWith(")");
  const digits = bracketed ? trimmed.slice(1, -1) : trimmed;
  const cents = toCents(normalise(digits, decimal));
  return bracketed ? -cents : cents;
}

function normalise(digits, decimal) {
  const grouping = decimal === "." ? "," : ".";
  return digits
    .replaceAll(grouping, "")
    .replace(decimal, ".")
    .replace(/[^\d.-]/g, "");
}

function toCents(number) {
  const value = Number(number);
  if (number === "" || Number.isNaN(value)) throw new TypeError(`not an amount: ${number}`);
  return Math.round(value * 100);
}
