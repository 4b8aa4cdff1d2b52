import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadConfig } from "@memop/core";
import { Pipeline } from "@memop/pipeline";
import { expect, test } from "vitest";
import type { ZodType } from "zod";
import { configSchemas } from "../scripts/config-schemas.ts";

const root = join(import.meta.dirname, "..");
const kinds: Readonly<Record<string, ZodType>> = { pipelines: Pipeline };

const files = readdirSync(join(root, "configs"), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".yaml"))
  .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));

test.each(files)("%s fits its schema", async (file) => {
  const schema = kinds[file.split("/")[1] ?? ""];
  expect(schema, `no schema for configs/${file.split("/")[1]}`).toBeDefined();
  await loadConfig([join(root, file)], [], schema as ZodType);
});

test.each(Object.entries(configSchemas()))("configs/schema/%s is what npm run schemas writes", (name, schema) => {
  expect(JSON.parse(readFileSync(join(root, "configs", "schema", name), "utf8"))).toEqual(schema);
});
