import { isObject, type UnknownObject } from "../json-access.ts";

/** The attributes of a span, event or resource as plain values, by key. */
export function plainAttributes(attributes: unknown): UnknownObject {
  if (!Array.isArray(attributes)) return {};
  const plain: Record<string, unknown> = Object.create(null);
  for (const attribute of attributes) {
    if (isObject(attribute) && typeof attribute.key === "string") plain[attribute.key] = plainValue(attribute.value);
  }
  return plain;
}

/** A value of OTLP: wrapped in its type, 64-bit whole numbers as text. */
function plainValue(value: unknown): unknown {
  if (!isObject(value)) return value;
  if ("stringValue" in value) return value.stringValue;
  if ("intValue" in value) return Number(value.intValue);
  if ("doubleValue" in value) return value.doubleValue;
  if ("boolValue" in value) return value.boolValue;
  if (isObject(value.arrayValue)) {
    const { values } = value.arrayValue;
    return Array.isArray(values) ? values.map(plainValue) : [];
  }
  if (isObject(value.kvlistValue)) return { ...plainAttributes(value.kvlistValue.values) };
  return "bytesValue" in value ? value.bytesValue : null;
}

/** A value that may be structured already or be its JSON as text; a text that is no JSON stays one. */
export function structured(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/**
 * The values under `prefix.0.…`, `prefix.1.…` as a list of objects whose keys are what follows; dots in keys nest, and whole
 * numbers make lists.
 */
export function indexed(attributes: UnknownObject, prefix: string): UnknownObject[] {
  const tree: Tree = new Map();
  for (const [key, value] of Object.entries(attributes)) {
    if (!key.startsWith(`${prefix}.`)) continue;
    let node = tree;
    const steps = key.slice(prefix.length + 1).split(".");
    for (const step of steps.slice(0, -1)) {
      const next = node.get(step);
      const inner: Tree = next instanceof Map ? next : new Map();
      if (next !== inner) node.set(step, inner);
      node = inner;
    }
    const last = steps.at(-1) ?? "";
    if (!(node.get(last) instanceof Map)) node.set(last, value);
  }
  const list = unfolded(tree);
  return Array.isArray(list) ? list.filter(isObject) : [];
}

type Tree = Map<string, unknown>;

function unfolded(node: unknown): unknown {
  if (!(node instanceof Map)) return node;
  const entries = [...(node as Tree)].map(([key, value]) => [key, unfolded(value)] as const);
  const isList = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key));
  if (isList) return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value);
  return Object.fromEntries(entries);
}
