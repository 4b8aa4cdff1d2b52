// The table of filters by name.
import { escapeHtml } from "../escape/html.js";
import { centre, padLeft, padRight } from "../format/pad.js";
import { plural } from "../format/plural.js";
import { formatDate } from "./date.js";
import { first, join, last, sort, take, unique } from "./list.js";
import { fixed, percent, thousands } from "./number.js";
import { capitalize, replace, slug, truncate } from "./text.js";

const filters = {
  capitalize,
  replace,
  slug,
  truncate,
  fixed,
  percent,
  thousands,
  first,
  last,
  join,
  sort,
  take,
  unique,
  plural,
  date: formatDate,
  escape: escapeHtml,
  left: padRight,
  right: padLeft,
  centre,
  safe: (value) => value,
  default: (value, fallback) => (value === undefined || value === null || value === "" ? fallback : value),
};

/** Applies a filter; throws ReferenceError for a name that is not in the table. */
export function applyFilter(name, value, values) {
  if (!Object.hasOwn(filters, name)) throw new ReferenceError(`unknown filter "${name}"`);
  return filters[name](value, ...values);
}
