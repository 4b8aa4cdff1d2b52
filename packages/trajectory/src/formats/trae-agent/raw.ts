import * as z from "zod";

const Message = z.looseObject({ role: z.string(), content: z.unknown().optional() });

/** What the model answered. */
const Response = z.looseObject({
  content: z.string().nullish(),
  model: z.string().nullish(),
  usage: z.looseObject({}).nullish(),
  tool_calls: z.array(z.looseObject({})).nullish(),
});

/** One call of the model. Its messages are all of the prompt, or only what is new in it, by the client that was used. */
export const Interaction = z.looseObject({
  timestamp: z.string().nullish(),
  model: z.string().nullish(),
  input_messages: z.array(Message).nullish(),
  response: Response.nullish(),
  tools_available: z.array(z.unknown()).nullish(),
});
export type Interaction = z.infer<typeof Interaction>;

/** One step of the agent: the answer, its calls and what came back. */
export const AgentStep = z.looseObject({
  step_number: z.number().nullish(),
  timestamp: z.string().nullish(),
  state: z.string().nullish(),
  llm_response: Response.nullish(),
  tool_calls: z.array(z.looseObject({})).nullish(),
  tool_results: z.array(z.looseObject({})).nullish(),
  reflection: z.string().nullish(),
  error: z.string().nullish(),
});
export type AgentStep = z.infer<typeof AgentStep>;

export const TraeRun = z.looseObject({
  task: z.string().nullish(),
  model: z.string().nullish(),
  llm_interactions: z.array(Interaction),
  agent_steps: z.array(AgentStep).nullish(),
});
/** A trajectory file. */
export type TraeRun = z.infer<typeof TraeRun>;
