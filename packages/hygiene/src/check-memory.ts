import { contamination } from "./contamination/contamination.ts";
import { duplicates } from "./duplicates/duplicates.ts";
import type { HygieneFilter } from "./filter.ts";
import { hackedSource } from "./hacking/hacked-source.ts";
import { checkAll, type HygieneOptions, type HygieneResult } from "./hygiene-result.ts";
import { goldLines } from "./leaks/gold-lines.ts";
import { hiddenTests } from "./leaks/hidden-tests.ts";
import { laterCommits } from "./leaks/later-commits.ts";
import type { MemoryUnderCheck } from "./memory-under-check.ts";
import { secrets } from "./secrets/secrets.ts";

/** Every check of a memory. */
export const memoryFilters: readonly HygieneFilter<MemoryUnderCheck>[] = [
  goldLines,
  hiddenTests,
  laterCommits,
  hackedSource,
  contamination,
  duplicates,
  secrets,
];

/** Runs every check of a memory and merges the verdicts. Pure. */
export function checkMemory(memory: MemoryUnderCheck, options?: HygieneOptions): HygieneResult {
  return checkAll(memoryFilters, memory, options);
}
