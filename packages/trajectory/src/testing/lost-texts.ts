/**
 * Texts of `source` that are nowhere inside `result`, each by its path: `messages[3].content`.
 *
 * A text of `source` counts as kept when a text of `result` contains it, apart from white space at its ends. JSON inside a
 * text counts as kept when its own texts are. Single words, such as roles and types, are passed over.
 */
export function lostTexts(source: unknown, result: unknown): readonly string[] {
  const kept = textsIn(result)
    .map(([, text]) => text)
    .join("\0");
  return textsIn(source).flatMap(([path, text]) => (isKept(text, kept) ? [] : [path]));
}

function isKept(text: string, kept: string): boolean {
  const wanted = text.trim().toWellFormed();
  if (/^[\w.-]*$/.test(wanted) || kept.includes(wanted)) return true;
  try {
    const parsed: unknown = JSON.parse(wanted);
    return typeof parsed === "object" && textsIn(parsed).every(([, inner]) => isKept(inner, kept));
  } catch {
    return false;
  }
}

function textsIn(value: unknown, path = ""): (readonly [path: string, text: string])[] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, field]) => {
    const step = Array.isArray(value) ? `[${key}]` : path === "" ? key : `.${key}`;
    return textsIn(field, `${path}${step}`);
  });
}
