export { aStep } from "./a-step.ts";
export { aTrajectory } from "./a-trajectory.ts";
export { anyReading, anyTrajectory } from "./any-trajectory.ts";
export { describeFormat, type FormatContract } from "./describe-format.ts";
export { type FormatFixture, loadFixtures } from "./format-fixtures.ts";
export { type FileChanges, type GitRepository, makeGitRepository } from "./git-repository.ts";
