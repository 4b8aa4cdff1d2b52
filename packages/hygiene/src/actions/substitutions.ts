/**
 * The scripts inside `$(…)`, backticks and `<(…)` of a script, outermost ones with all they hold; text in single quotes is
 * left out. The shell parser gives their results as unknown words and does not list what they run.
 */
export function substitutions(script: string): readonly string[] {
  const found: string[] = [];
  let isQuoted = false;
  let isDouble = false;
  for (let at = 0; at < script.length; at += 1) {
    const sign = script[at];
    if (sign === "\\" && !isQuoted) at += 1;
    else if (sign === "'" && !isDouble) isQuoted = !isQuoted;
    else if (sign === '"' && !isQuoted) isDouble = !isDouble;
    else if (isQuoted) continue;
    else if (sign === "`") {
      const end = script.indexOf("`", at + 1);
      if (end === -1) break;
      found.push(script.slice(at + 1, end));
      at = end;
    } else if ((sign === "$" || sign === "<") && script[at + 1] === "(" && script[at + 2] !== "(") {
      const end = closing(script, at + 1);
      const inner = script.slice(at + 2, end);
      found.push(inner, ...substitutions(inner));
      at = end;
    }
  }
  return found;
}

/** Position of the parenthesis that closes the one at `open`, quoted ones passed over; the end of the text when none does. */
function closing(script: string, open: number): number {
  let depth = 0;
  for (let at = open; at < script.length; at += 1) {
    const sign = script[at];
    if (sign === "\\") at += 1;
    else if (sign === "'") {
      const end = script.indexOf("'", at + 1);
      if (end !== -1) at = end;
    } else if (sign === "(") depth += 1;
    else if (sign === ")") {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return script.length;
}
