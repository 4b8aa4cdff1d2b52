// Words that follow a count.

const irregular = { child: "children", person: "people", mouse: "mice" };

/** The word in the form that fits `count`; the plural is guessed when it is not given. */
export function plural(count, singular, many = guess(singular)) {
  return Math.abs(Number(count)) === 1 ? singular : many;
}

function guess(word) {
  if (Object.hasOwn(irregular, word)) return irregular[word];
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  if (/(s|x|ch|sh)$/.test(word)) return `${word}es`;
  return `${word}s`;
}
