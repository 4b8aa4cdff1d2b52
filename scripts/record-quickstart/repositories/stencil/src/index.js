// Public interface.
export { createEngine, render } from "./engine/render.js";
export { escapeHtml, unescapeHtml } from "./escape/html.js";
export { centre, padLeft, padRight } from "./format/pad.js";
export { renderTable } from "./format/table.js";
export { indent, wrap } from "./format/wrap.js";
