// Filters on lists.

/** The first item. */
export function first(list) {
  return list[0];
}

/** The last item. */
export function last(list) {
  return list.at(-1);
}

/** Items joined, with another word before the last one when given: `join: ', ', ' and '`. */
export function join(list, separator = ", ", finalSeparator = separator) {
  if (list.length < 2) return list.join(separator);
  return list.slice(0, -1).join(separator) + finalSeparator + list.at(-1);
}

/** Sorted copy, by a property when given; equal items keep their order. */
export function sort(list, property) {
  return [...list].sort((left, right) => order(pick(left, property), pick(right, property)));
}

/** The first `count` items, or the last ones when negative. */
export function take(list, count) {
  return count < 0 ? list.slice(count) : list.slice(0, count);
}

/** Each item once, in order of first appearance. */
export function unique(list) {
  return list.filter((item, index) => list.indexOf(item) === index);
}

function pick(item, property) {
  return property === undefined ? item : item[property];
}

function order(left, right) {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
