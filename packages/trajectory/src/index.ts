export { Edit } from "./edit.ts";
export { type EditReason, type EditsAtCommit, editsAtCommit } from "./edits/edits-at-commit.ts";
export { extractEdits, type TurnEdit } from "./edits/extract-edits.ts";
export { parseApplyPatch } from "./edits/parse-apply-patch.ts";
export type { Execution } from "./edits/shell/execution.ts";
export { loadShellParser, type ShellParser } from "./edits/shell/shell-parser.ts";
export { type ProgramText, programText } from "./edits/shell-tools.ts";
export {
  defineFormat,
  type MembersContext,
  type Reading,
  type Scope,
  type SourceContext,
  type TrajectoryFormat,
} from "./format.ts";
export { type AtifResult, toAtif } from "./formats/atif/to-atif.ts";
export { editsOfToolCall } from "./formats/edit-tools/edits-of-tool-call.ts";
export { type FormatName, formatNamed, formats, sniffFormat } from "./formats/index.ts";
export type { TrajectoryWriter, WriterHolds, WrittenTrajectory } from "./formats/trajectory-writer.ts";
export { trainedOnce } from "./formats/tree/trained-once.ts";
export { trajectoryWriters } from "./formats/writers.ts";
export type { Definition, PlacedDefinition } from "./functions/definition.ts";
export { definitionOfLine } from "./functions/definition-of-line.ts";
export { definitionsIn } from "./functions/definitions-in.ts";
export { enclosingFunction } from "./functions/enclosing-function.ts";
export { functionsOfHunk } from "./functions/functions-of-hunk.ts";
export { type FileFunction, goldFunctions } from "./functions/gold-functions.ts";
export { type Language, languageOfPath } from "./functions/language.ts";
export {
  type FunctionsFrom,
  type PatchAloneReason,
  type PatchFunctions,
  patchFunctions,
} from "./functions/patch-functions.ts";
export { sameFunction } from "./functions/same-function.ts";
export { type GivenField, type Gives, type Giving, givenFields } from "./gives.ts";
export { type GatherResult, gatherIngested } from "./ingest/gather.ts";
export { type IngestContext, type IngestOptions, ingest } from "./ingest/ingest.ts";
export type { IngestResult } from "./ingest/ingest-result.ts";
export { type ReadTrajectory, readTrajectories } from "./ingest/read-trajectories.ts";
export { isInShard, parseShard, type Shard } from "./ingest/shard.ts";
export { readMemoryRow } from "./memories/read-memory-row.ts";
export { MemoryReference } from "./memory.ts";
export { Outcome, OutcomeReport, Prediction } from "./outcome.ts";
export type { OutcomeFormat, OutcomeGives } from "./outcomes/outcome-format.ts";
export { outcomeFormats, sniffOutcomeReport } from "./outcomes/outcome-formats.ts";
export { readPredictions } from "./outcomes/read-predictions.ts";
export { outcomeOfVerdict, type Verdict } from "./outcomes/verdicts.ts";
export type { FilePatch, Hunk, HunkLine, Mending } from "./patch/file-patch.ts";
export { filesOfPatch } from "./patch/files-of-patch.ts";
export { type GoldFiles, goldFiles } from "./patch/gold-files.ts";
export { isTestPath } from "./patch/is-test-path.ts";
export { type LineDifference, lineDifference } from "./patch/line-difference.ts";
export { parseUnifiedDiff } from "./patch/parse-unified-diff.ts";
export { printUnifiedDiff } from "./patch/print-unified-diff.ts";
export { reversePatch } from "./patch/reverse-patch.ts";
export { type Pseudonymizer, pseudonymizerOf } from "./pseudonyms/pseudonymizer.ts";
export {
  type BaseCommit,
  type MissingSource,
  openRepositories,
  type Repositories,
  type SourceText,
} from "./repos/repositories.ts";
export { repositoryPath } from "./repository-path.ts";
export { Observation, Step, StepMark, StepUsage, ToolCall } from "./step.ts";
export { conditionsTable } from "./tables/conditions-table.ts";
export { memoriesTable } from "./tables/memories-table.ts";
export { outcomesTable } from "./tables/outcomes-table.ts";
export { type RecordKind, recordsTable } from "./tables/records-table.ts";
export { tasksTable } from "./tables/tasks-table.ts";
export { trajectoriesTable } from "./tables/trajectories-table.ts";
export { Task } from "./task.ts";
export {
  type Derivation,
  type DerivationSettings,
  deriveTask,
} from "./tasks/from-git/derive-task.ts";
export { isTaskRow } from "./tasks/is-task-row.ts";
export { readTaskRow } from "./tasks/read-task-row.ts";
export { repoOfInstanceId } from "./tasks/repo-of-instance-id.ts";
export { Health, Trajectory, turnsOf } from "./trajectory.ts";
