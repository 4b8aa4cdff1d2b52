#!/usr/bin/env node
// Starts the command. In a checkout it first builds what is not built yet; from an installed package it just starts.
import { existsSync } from "node:fs";
import { join } from "node:path";

const packageFolder = join(import.meta.dirname, "..");
const isCheckout = existsSync(join(packageFolder, "tsconfig.json")) && existsSync(join(packageFolder, "src"));

if (isCheckout) {
  const { buildWhenStale } = await import("./build-when-stale.js");
  const problem = await buildWhenStale(join(packageFolder, "..", ".."));
  if (problem !== null) {
    process.stderr.write(`memop: ${problem}\n`);
    process.exit(2);
  }
}

await import(new URL("../dist/bin.js", import.meta.url).href);
