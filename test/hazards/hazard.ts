import { test } from "vitest";
import { hazards } from "./hazards.ts";

/** A test of the right behaviour where a known hazard lies. The title says the behaviour as a fact. */
export function hazard(id: string, title: string, body: () => Promise<void>): void {
  const known = hazards.find((each) => each.id === id && each.later === null);
  if (known === undefined) throw new Error(`no hazard to test is named "${id}"`);
  test(`${id}: ${title}`, body);
}
