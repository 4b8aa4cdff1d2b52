export { type Action, actionsOf } from "./actions/action.ts";
export { checkMemory, memoryFilters } from "./check-memory.ts";
export { checkTrajectory, trajectoryFilters } from "./check-trajectory.ts";
export { type Benchmark, type BenchmarkEntry, benchmarkFamily, benchmarkOf } from "./contamination/benchmark.ts";
export { type ContaminationInput, contamination } from "./contamination/contamination.ts";
export { sweBenchFamilies } from "./contamination/swe-bench-families.ts";
export { createDuplicateSearch, type DuplicateSearch } from "./duplicates/duplicate-search.ts";
export { duplicates } from "./duplicates/duplicates.ts";
export {
  type Duplicate,
  type DuplicateItem,
  type DuplicateOptions,
  findDuplicates,
} from "./duplicates/find-duplicates.ts";
export { createMinHash, estimatedJaccard, type MinHash } from "./duplicates/minhash.ts";
export { jaccard, shingles } from "./duplicates/shingles.ts";
export { trajectoryText } from "./duplicates/trajectory-text.ts";
export type { HygieneFilter } from "./filter.ts";
export type { FileChange } from "./hacking/file-change.ts";
export { type FlaggedSource, hackedSource } from "./hacking/hacked-source.ts";
export { hardCoding } from "./hacking/hard-coding.ts";
export { history } from "./hacking/history.ts";
export { network } from "./hacking/network.ts";
export { testTampering } from "./hacking/test-tampering.ts";
export { checkAll, type HygieneFinding, type HygieneOptions, type HygieneResult } from "./hygiene-result.ts";
export { goldLines } from "./leaks/gold-lines.ts";
export { hiddenTests } from "./leaks/hidden-tests.ts";
export { laterCommits } from "./leaks/later-commits.ts";
export type { MemoryUnderCheck } from "./memory-under-check.ts";
export { foreignPatch } from "./outcomes/foreign-patch.ts";
export { harnessError } from "./outcomes/harness-error.ts";
export { resolvedWithoutPatch } from "./outcomes/resolved-without-patch.ts";
export { pairExclusions } from "./pair-exclusions.ts";
export { type HygieneReason, hygieneReasons } from "./reason.ts";
export { prepareRun, type RunParts, type RunUnderCheck } from "./run-under-check.ts";
export { knownKeyScanner, withoutKnownKeys } from "./secrets/known-keys.ts";
export { type PlacedText, type SecretFinding, scanForSecrets } from "./secrets/scan-for-secrets.ts";
export type { FoundSecret, SecretScanner } from "./secrets/secret-scanner.ts";
export { type Secretlint, secretlintScanner } from "./secrets/secretlint-scanner.ts";
export { secrets } from "./secrets/secrets.ts";
export { textsOfTrajectory } from "./secrets/texts-of-trajectory.ts";
export { type Evidence, type HygieneVerdict, verdictOn } from "./verdict.ts";
