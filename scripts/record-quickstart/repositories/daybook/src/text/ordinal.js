// Ordinal numbers in English.

const words = { 1: "first", 2: "second", 3: "third" };

/** A word up to three, then 4th, 11th, 21st, 22nd. */
export function ordinal(number) {
  return words[number] ?? number + suffix(number);
}

function suffix(number) {
  const tens = number % 100;
  if (tens >= 11 && tens <= 13) return "th";
  return { 1: "st", 2: "nd", 3: "rd" }[number % 10] ?? "th";
}
