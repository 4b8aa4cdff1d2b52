export { Pipeline, PipelineStage } from "./pipeline.ts";
export { type PlannedStage, plannedStages, type StageSelection } from "./planned-stages.ts";
export {
  type PipelineOptions,
  type PipelineResult,
  runPipeline,
  type StageContext,
  type StageFunction,
  type StageReport,
} from "./run-pipeline.ts";
