// Escaping for HTML.

const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Makes text safe between tags and inside attribute values. */
export function escapeHtml(value) {
  return String(value).replace(/[&<>"']/g, (character) => entities[character]);
}

/** The reverse of escapeHtml. */
export function unescapeHtml(text) {
  const entries = Object.entries(entities).reverse();
  return entries.reduce((rest, [character, entity]) => rest.replaceAll(entity, character), text);
}
