import type { ChatMessage } from "../chat/chat-message.ts";
import { chatSteps } from "../chat/chat-steps.ts";
import { toolArguments } from "../chat/tool-arguments.ts";
import type { DraftStep } from "../draft-step.ts";
import { stepEdits } from "../edit-tools/step-edits.ts";
import { nameOrNull } from "../json-access.ts";
import type { AgentRun } from "./agent-runs.ts";
import { structured } from "./attributes.ts";
import { exchangeOf } from "./exchange.ts";
import type { Exchange } from "./messages/span-events.ts";
import { type Span, timeOf } from "./span.ts";
import { spanUsage } from "./span-usage.ts";

/** The steps of one agent's run and those of the agents that it called, which are marked. */
export function runSteps(run: AgentRun): DraftStep[] {
  const chains = chainsOf(run.models);
  const steps = chains.flatMap((chain, at) => chainSteps(chain, at > 0));
  addToolSpans(steps, run.tools);
  for (const step of steps) step.edits = stepEdits(step.toolCalls ?? [], step.observations ?? []);
  // A helper stands behind the response that was being carried out when it began.
  for (const helper of [...run.helpers].reverse()) {
    const start = timeOf((helper.agent ?? helper.models[0])?.start ?? null) ?? "";
    const before = steps.findLastIndex((step) => step.source === "agent" && (step.timestamp ?? "") <= start);
    const marked = runSteps(helper).map((step) => ({
      ...step,
      marks: [...new Set([...(step.marks ?? []), "subagent" as const])],
    }));
    steps.splice(before === -1 ? steps.length : before + 1, 0, ...marked);
  }
  return steps;
}

interface Told {
  readonly span: Span;
  readonly exchange: Exchange;
}

/**
 * Model spans as conversations that only grow: the input of each repeats all that came before, so the last one holds the
 * whole. Where the context was cut or summarised another conversation begins.
 */
function chainsOf(models: readonly Span[]): Told[][] {
  const chains: Told[][] = [];
  for (const span of models) {
    const told = { span, exchange: exchangeOf(span) };
    const last = chains.at(-1)?.at(-1);
    if (last !== undefined && isContinued(last.exchange, told.exchange)) chains.at(-1)?.push(told);
    else chains.push([told]);
  }
  return chains;
}

function isContinued(before: Exchange, after: Exchange): boolean {
  if (after.input.length < before.input.length) return false;
  return before.input.every((message, at) => JSON.stringify(message) === JSON.stringify(after.input[at]));
}

/** `isLater`: what its first input holds was copied from an earlier conversation, or summarises it. */
function chainSteps(chain: readonly Told[], isLater: boolean): DraftStep[] {
  const first = chain[0];
  const last = chain.at(-1);
  if (first === undefined || last === undefined) return [];
  const { input, output } = last.exchange;
  if (input.length === 0 && output.length === 0)
    return chain.map(({ span }) => ({
      ...aboutSpan(span),
      source: "agent" as const,
      text: "",
      toolCalls: [],
      observations: [],
    }));
  const messages: readonly ChatMessage[] = [...input, ...output];
  const steps = chatSteps(messages);
  const agentSteps = steps.filter((step) => step.source === "agent");
  const responsesIn = (list: readonly ChatMessage[]): number => list.filter(({ role }) => role === "assistant").length;
  for (const { span, exchange } of chain) {
    const step = agentSteps[responsesIn(exchange.input)];
    if (step !== undefined) Object.assign(step, aboutSpan(span));
  }
  const copied = isLater ? responsesIn(first.exchange.input) : 0;
  const given = new Set(agentSteps.slice(copied));
  if (!isLater) return steps;
  const firstOwn = steps.findIndex((step) => given.has(step));
  return steps.map((step, at) =>
    firstOwn === -1 || at < firstOwn ? { ...step, marks: ["copied-context" as const] } : step,
  );
}

function aboutSpan(span: Span): Partial<DraftStep> {
  const { attributes } = span;
  const model =
    nameOrNull(attributes["gen_ai.response.model"]) ??
    nameOrNull(attributes["gen_ai.request.model"]) ??
    nameOrNull(attributes["llm.model_name"]);
  const seconds = span.start === null || span.end === null ? null : Number(span.end - span.start) / 1e9;
  return {
    model,
    usage: spanUsage(attributes),
    timestamp: timeOf(span.start),
    ...(seconds === null || seconds < 0 ? {} : { seconds }),
  };
}

/** Adds what only the tools' own spans tell: answers to the last calls, and calls whose contents were not recorded. */
function addToolSpans(steps: readonly DraftStep[], tools: readonly Span[]): void {
  const stepOfCall = new Map(steps.flatMap((step) => (step.toolCalls ?? []).map((call) => [call.id, step] as const)));
  const hasCalls = stepOfCall.size > 0;
  for (const tool of tools) {
    const { attributes } = tool;
    const keys = ["gen_ai.tool.call.result", "output.value", "traceloop.entity.output"];
    const result = keys.map((key) => attributes[key]).find((value) => value !== undefined);
    const content = typeof result === "string" ? result : result === undefined ? "" : JSON.stringify(result);
    const id = nameOrNull(attributes["gen_ai.tool.call.id"]) ?? nameOrNull(attributes["tool_call.id"]);
    const known = stepOfCall.get(id ?? "");
    if (known !== undefined && id !== null) {
      if (!isAnswered(known, id)) known.observations?.push(reply(id, content, tool));
      continue;
    }
    const start = timeOf(tool.start) ?? "";
    const step = steps.findLast((each) => typeof each.timestamp === "string" && each.timestamp <= start);
    if (step === undefined) continue;
    const name =
      nameOrNull(attributes["gen_ai.tool.name"]) ??
      nameOrNull(attributes["tool.name"]) ??
      nameOrNull(attributes["traceloop.entity.name"]) ??
      tool.name;
    // Where messages tell the calls, a span without a call's id can only be the answer to one of them.
    if (!hasCalls) addCall(step, id ?? tool.id, name, attributes, content, tool);
    else {
      const open = step.toolCalls?.find((call) => call.name === name && !isAnswered(step, call.id));
      if (open !== undefined) step.observations?.push(reply(open.id, content, tool));
    }
  }
}

function isAnswered(step: DraftStep, callId: string): boolean {
  return step.observations?.some((each) => each.callId === callId) === true;
}

function addCall(
  step: DraftStep,
  id: string,
  name: string,
  attributes: Span["attributes"],
  content: string,
  tool: Span,
): void {
  const written =
    attributes["gen_ai.tool.call.arguments"] ?? attributes["input.value"] ?? attributes["traceloop.entity.input"];
  step.toolCalls = [...(step.toolCalls ?? []), { id, name, arguments: toolArguments(structured(written)) }];
  step.observations = [...(step.observations ?? []), reply(id, content, tool)];
}

function reply(callId: string, content: string, tool: Span) {
  return { callId, content, isError: tool.isError ? true : null, exitCode: null };
}
