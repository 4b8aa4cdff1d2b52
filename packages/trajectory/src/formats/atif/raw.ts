import * as z from "zod";
import { MemopOfResult, MemopOfRoot, MemopOfStep } from "./memop-extra.ts";

const Content = z.union([z.string(), z.array(z.unknown())]);

const ToolCall = z.looseObject({
  tool_call_id: z.string(),
  function_name: z.string(),
  arguments: z.unknown(),
});

const Result = z.looseObject({
  source_call_id: z.string().nullish(),
  content: Content.nullish(),
  subagent_trajectory_ref: z.unknown().optional(),
  extra: z.looseObject({ memop: MemopOfResult.optional() }).nullish(),
});

/** A step of any version: fields of later versions are absent in earlier documents. */
export const AtifStep = z.looseObject({
  source: z.enum(["system", "user", "agent"]),
  message: Content.nullish(),
  timestamp: z.string().nullish(),
  model_name: z.string().nullish(),
  reasoning_effort: z.unknown().optional(),
  reasoning_content: z.string().nullish(),
  tool_calls: z.array(ToolCall).nullish(),
  observation: z.looseObject({ results: z.array(Result) }).nullish(),
  metrics: z.looseObject({}).nullish(),
  is_copied_context: z.boolean().nullish(),
  llm_call_count: z.number().nullish(),
  extra: z.looseObject({ memop: MemopOfStep.optional() }).nullish(),
});
export type AtifStep = z.infer<typeof AtifStep>;

/** A document of ATIF 1.0 to 1.8, read leniently: unknown fields are kept, drift of third parties is let pass. */
export const AtifDocument = z.looseObject({
  schema_version: z.string().startsWith("ATIF-v"),
  agent: z.looseObject({
    name: z.string(),
    version: z.string().nullish(),
    model_name: z.string().nullish(),
    tool_definitions: z.array(z.unknown()).nullish(),
  }),
  steps: z.array(AtifStep).min(1),
  final_metrics: z.looseObject({}).nullish(),
  subagent_trajectories: z.array(z.unknown()).nullish(),
  extra: z.looseObject({ memop: MemopOfRoot.optional() }).nullish(),
});
export type AtifDocument = z.infer<typeof AtifDocument>;
