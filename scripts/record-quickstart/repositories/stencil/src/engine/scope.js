// Scopes: where a name in a template finds its value.

/** A scope over plain data; names that it lacks are looked up in `parent`. */
export function createScope(data, parent = null) {
  return { data, parent };
}

/** Finds `user.address.0` step by step; undefined when a step is missing. */
export function lookup(scope, path) {
  const [head, ...rest] = path.split(".");
  let owner = scope;
  while (owner && !Object.hasOwn(owner.data, head)) owner = owner.parent;
  if (!owner) return undefined;
  let value = owner.data[head];
  for (const step of rest) {
    if (value === undefined || value === null) return undefined;
    value = step === "size" ? sizeOf(value) : value[step];
  }
  return value;
}

function sizeOf(value) {
  if (Array.isArray(value) || typeof value === "string") return value.length;
  return Object.keys(value).length;
}
