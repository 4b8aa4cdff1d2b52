import type { Options } from "./command.ts";
import type { Io } from "./io.ts";

/** Prints what a command did: one JSON object with `--json`, else lines of `name  value`. */
export function printResult(io: Io, options: Options, result: Readonly<Record<string, unknown>>): void {
  if (options.json === true) {
    io.out(`${JSON.stringify(result)}\n`);
    return;
  }
  const width = Math.max(...Object.keys(result).map((key) => key.length));
  for (const [key, value] of Object.entries(result)) io.out(`${key.padEnd(width)}  ${valueText(value)}\n`);
}

/** A result on one line: `rows 12, refused 0, byReason (rejected 41)`. Objects of objects are left out. */
export function resultLine(result: Readonly<Record<string, unknown>>): string {
  return Object.entries(result)
    .filter(([, value]) => !isDeep(value))
    .map(([key, value]) => `${key} ${isPlainObject(value) ? `(${valueText(value)})` : valueText(value)}`)
    .join(", ");
}

function isPlainObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isDeep(value: unknown): boolean {
  return isPlainObject(value) && Object.values(value).some(isPlainObject);
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return "-";
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : String(Number(value.toFixed(4)));
  if (Array.isArray(value)) return value.map(valueText).join(", ");
  if (typeof value !== "object") return String(value);
  const pairs = Object.entries(value).map(([key, each]) => `${key} ${nestedText(each)}`);
  return pairs.length === 0 ? "-" : pairs.join(", ");
}

/** Deeper objects are for programs: `--json` prints them whole. */
function nestedText(value: unknown): string {
  return typeof value === "object" && value !== null ? "…" : valueText(value);
}
