import { readFile } from "node:fs/promises";
import { parseDocument } from "yaml";
import * as z from "zod";
import { MemopError } from "../error.ts";

/**
 * Reads a configuration: YAML (or JSON) files merged in order, then `key=value` settings, checked by `schema`.
 *
 * Later values win; objects are merged, lists are replaced. A setting's key may have dots (`training.steps=20`) and its
 * value is YAML. Throws `NOT_FOUND` for a missing file and `BAD_CONFIG`, naming file and line or key, for bad content.
 */
export async function loadConfig<T>(
  files: readonly string[],
  settings: readonly string[],
  schema: z.ZodType<T>,
): Promise<T> {
  let merged: unknown = {};
  for (const file of files) merged = merge(merged, await readYaml(file));
  for (const setting of settings) merged = merge(merged, parseSetting(setting));
  const parsed = schema.safeParse(merged);
  if (parsed.success) return parsed.data;
  const where = files.length > 0 ? files.join(", ") : "the settings";
  throw new MemopError("BAD_CONFIG", `${where}: ${z.prettifyError(parsed.error).replaceAll("\n", " ")}`, {
    hint: "compare with the JSON Schema files in configs/schema",
  });
}

async function readYaml(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (cause) {
    throw new MemopError("NOT_FOUND", `${file}: cannot be read`, { hint: "check the path of the config", cause });
  }
  return parseYaml(text, file) ?? {};
}

function parseSetting(setting: string): unknown {
  const split = setting.indexOf("=");
  const keys = setting.slice(0, split).split(".");
  if (split < 1 || keys.some((key) => key === "")) {
    throw new MemopError("BAD_CONFIG", `setting "${setting}" is not key=value`, { hint: "for example: --set seed=7" });
  }
  const value = parseYaml(setting.slice(split + 1), `setting "${setting}"`);
  return keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}

function parseYaml(text: string, where: string): unknown {
  const document = parseDocument(text, { prettyErrors: true });
  const [first] = document.errors;
  if (first) throw new MemopError("BAD_CONFIG", `${where}: ${first.message.split("\n")[0]}`, { cause: first });
  try {
    return document.toJS();
  } catch (cause) {
    // An alias without its anchor, or one that unfolds without end.
    throw new MemopError("BAD_CONFIG", `${where}: ${(cause as Error).message}`, { cause });
  }
}

function merge(below: unknown, above: unknown): unknown {
  if (!isObject(below) || !isObject(above)) return above;
  // Entries, because assigning to the key `__proto__` would not set a key.
  const merged = new Map(Object.entries(below));
  for (const [key, value] of Object.entries(above)) merged.set(key, merge(merged.get(key), value));
  return Object.fromEntries(merged);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
