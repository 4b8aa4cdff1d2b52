// Rules of recurrence as text: `every 2 weeks on mon, fri until 2024-06-30`.

const names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/** Parses a rule; throws SyntaxError when it is not understood. */
export function parseRule(text) {
  const match = text.match(
    /^every (?:(\d+) )?(day|week|month)s?(?: on ([a-z, ]+?))?(?: until (\S+))?(?: times (\d+))?$/,
  );
  if (!match) throw new SyntaxError(`not a rule: ${text}`);
  const [, interval, unit, days, until, times] = match;
  return {
    unit,
    interval: Number(interval ?? 1),
    weekdays: days ? parseWeekdays(days) : [],
    until: until ?? null,
    times: times ? Number(times) : null,
  };
}

/** The short English name of a weekday (1 to 7). */
export function weekdayName(number) {
  return names[number - 1];
}

function parseWeekdays(text) {
  return text.split(/,\s*/).map((name) => {
    const index = names.indexOf(name.slice(0, 3));
    if (index === -1) throw new SyntaxError(`not a weekday: ${name}`);
    return index + 1;
  });
}
