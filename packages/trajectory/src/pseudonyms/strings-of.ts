/** Every text in a JSON value, keys too. */
export function stringsOf(value: unknown): readonly string[] {
  const found: string[] = [];
  const visit = (each: unknown): void => {
    if (typeof each === "string") found.push(each);
    else if (Array.isArray(each)) for (const item of each) visit(item);
    else if (typeof each === "object" && each !== null) {
      for (const [key, item] of Object.entries(each)) {
        found.push(key);
        visit(item);
      }
    }
  };
  visit(value);
  return found;
}

/** A copy of a JSON value with every text changed, keys too. Two keys that become the same keep both values: the later one gets a number. */
export function withStrings<Value>(value: Value, change: (text: string) => string): Value {
  const visit = (each: unknown): unknown => {
    if (typeof each === "string") return change(each);
    if (Array.isArray(each)) return each.map(visit);
    if (typeof each !== "object" || each === null) return each;
    const copy: [string, unknown][] = [];
    const taken = new Set<string>();
    for (const [key, item] of Object.entries(each)) {
      const wanted = change(key);
      let name = wanted;
      for (let number = 2; taken.has(name); number += 1) name = `${wanted} (${number})`;
      taken.add(name);
      copy.push([name, visit(item)]);
    }
    return Object.fromEntries(copy);
  };
  return visit(value) as Value;
}
