import { resolve } from "node:path";
import { MemopError } from "@memop/core";
import { InvalidArgumentError } from "commander";
import type { Options } from "./command.ts";
import type { Io } from "./io.ts";

/** Parses a whole number of at least `least` for an option. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value) || value < least) {
      throw new InvalidArgumentError(`expected a whole number of at least ${least}.`);
    }
    return value;
  };
}

/** Collects a repeatable option into a list. */
export function collected(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** A path option or argument, absolute; throws `BAD_USAGE` when it is missing. */
export function pathOf(value: unknown, name: string, io: Io): string {
  if (typeof value === "string" && value !== "") return resolve(io.workingFolder, value);
  throw new MemopError("BAD_USAGE", `${name} is missing`);
}

/** The value of an option that is a text, or null when it is not given. */
export function textOption(options: Options, name: string): string | null {
  const value = options[name];
  return typeof value === "string" ? value : null;
}

/** The values of a repeatable option. */
export function listOption(options: Options, name: string): string[] {
  return (options[name] as string[] | undefined) ?? [];
}
