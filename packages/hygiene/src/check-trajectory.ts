import { contamination } from "./contamination/contamination.ts";
import { duplicates } from "./duplicates/duplicates.ts";
import type { HygieneFilter } from "./filter.ts";
import { hardCoding } from "./hacking/hard-coding.ts";
import { history } from "./hacking/history.ts";
import { network } from "./hacking/network.ts";
import { testTampering } from "./hacking/test-tampering.ts";
import { checkAll, type HygieneOptions, type HygieneResult } from "./hygiene-result.ts";
import { foreignPatch } from "./outcomes/foreign-patch.ts";
import { harnessError } from "./outcomes/harness-error.ts";
import { resolvedWithoutPatch } from "./outcomes/resolved-without-patch.ts";
import type { RunUnderCheck } from "./run-under-check.ts";
import { secrets } from "./secrets/secrets.ts";

/** Every check of a run. */
export const trajectoryFilters: readonly HygieneFilter<RunUnderCheck>[] = [
  history,
  network,
  testTampering,
  hardCoding,
  contamination,
  duplicates,
  secrets,
  resolvedWithoutPatch,
  foreignPatch,
  harnessError,
];

/** Runs every check of a run, as `prepareRun` gives it, and merges the verdicts. Pure. */
export function checkTrajectory(run: RunUnderCheck, options?: HygieneOptions): HygieneResult {
  return checkAll(trajectoryFilters, run, options);
}
