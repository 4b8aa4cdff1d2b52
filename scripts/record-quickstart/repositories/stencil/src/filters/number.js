// Filters on numbers.

/** A fixed number of digits after the point. */
export function fixed(value, digits = 2) {
  return roundTo(Number(value), digits).toFixed(digits);
}

/** A share as percent: 0.256 is 26%. */
export function percent(value, digits = 0) {
  return `${fixed(Number(value) * 100, digits)}%`;
}

/** Groups of three digits: 1234567 is 1,234,567. */
export function thousands(value, separator = ",") {
  const [whole, fraction] = String(value).split(".");
  const sign = whole.startsWith("-") ? "-" : "";
  const grouped = groupDigits(whole.slice(sign.length), separator);
  return sign + grouped + (fraction === undefined ? "" : `.${fraction}`);
}

function groupDigits(digits, separator) {
  const groups = [];
  for (let end = digits.length; end > 0; end -= 3) {
    groups.unshift(digits.slice(Math.max(0, end - 3), end));
  }
  return groups.join(separator);
}

function roundTo(value, digits) {
  const factor = 10 ** digits;
  return Math.round(value * factor + Number.EPSILON) / factor;
}
