// Rendering: from a template text and data to the finished text.
import { applyFilter } from "../filters/registry.js";
import { createCache } from "./cache.js";
import { compile } from "./compile.js";
import { evaluate, isTruthy } from "./evaluate.js";
import { createScope } from "./scope.js";

/** Renders one template with an engine of its own. */
export function render(template, data = {}, options = {}) {
  return createEngine(options).render(template, data);
}

/** An engine keeps compiled templates and settings: `autoEscape`, `cacheSize`, `missing`. */
export function createEngine(options = {}) {
  const cache = createCache(options.cacheSize ?? 50);
  const settings = { autoEscape: options.autoEscape ?? false, missing: options.missing ?? "" };
  return {
    cache,
    render(template, data = {}) {
      const nodes = cache.fetch(template, () => compile(template, settings));
      return renderNodes(nodes, createScope(data), settings);
    },
  };
}

function renderNodes(nodes, scope, settings) {
  return nodes.map((node) => renderNode(node, scope, settings)).join("");
}

function renderNode(node, scope, settings) {
  if (node.type === "text") return node.value;
  if (node.type === "output") return renderOutput(node, scope, settings);
  if (node.type === "if") {
    const branch = isTruthy(evaluate(node.condition, scope)) ? node.body : node.otherwise;
    return renderNodes(branch, scope, settings);
  }
  return renderLoop(node, scope, settings);
}

function renderOutput(node, scope, settings) {
  let value = evaluate(node.expression, scope);
  for (const filter of node.filters) {
    const values = filter.values.map((argument) => evaluate(argument, scope));
    value = applyFilter(filter.name, value, values);
  }
  return value === undefined || value === null ? settings.missing : String(value);
}

function renderLoop(node, scope, settings) {
  const items = evaluate(node.list, scope) ?? [];
  return items
    .map((item, position) => {
      const loop = { index: position + 1, first: position === 0, last: position === items.length - 1 };
      return renderNodes(node.body, createScope({ [node.variable]: item, loop }, scope), settings);
    })
    .join("");
}
