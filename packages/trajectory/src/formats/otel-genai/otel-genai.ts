import { defineFormat, type Reading } from "../../format.ts";
import { compact, isObject, nameOrNull, type UnknownObject } from "../json-access.ts";
import { newTrajectory } from "../new-trajectory.ts";
import { summedUsage } from "../summed-usage.ts";
import { type AgentRun, agentRuns } from "./agent-runs.ts";
import { structured } from "./attributes.ts";
import { type RawSpan, SpanBatch } from "./raw.ts";
import { runSteps } from "./run-steps.ts";
import { type Span, spansOf } from "./span.ts";

/** Traces of agents as OpenTelemetry's JSON has them: spans of models, tools and agents, joined by their trace. */
export const otelGenAi = defineFormat({
  name: "otel-genai",
  title: "OpenTelemetry traces of agents (OTLP JSON: GenAI conventions, OpenLLMetry, OpenInference)",
  scope: "group",
  gives: {
    taskId: "sometimes",
    model: "sometimes",
    steps: "sometimes",
    reasoning: "sometimes",
    edits: "yes",
    patch: "no",
    outcome: "no",
    usage: "sometimes",
    cost: "sometimes",
    timestamps: "yes",
    limits: "no",
    tokenIds: "no",
    notTried: "the shapes are those of the conventions and their schemas; no recorded trace of an agent was at hand",
  },
  raw: SpanBatch,
  matches: (record) =>
    isObject(record) &&
    Array.isArray(record.resourceSpans) &&
    record.resourceSpans.some(
      (each) => isObject(each) && (Array.isArray(each.scopeSpans) || Array.isArray(each.instrumentationLibrarySpans)),
    ),
  piecesOf: tracesOf,
  groupOf(record) {
    const [first] = allSpans(record as SpanBatch);
    return first === undefined ? "" : `trace ${first.traceId}`;
  },
  couldHold: (head) => head.includes("resourceSpans"),
  toReading(batches) {
    const spans = spansOf(batches);
    const traces = new Map<string, Span[]>();
    for (const span of spans) {
      const trace = traces.get(span.traceId);
      if (trace === undefined) traces.set(span.traceId, [span]);
      else trace.push(span);
    }
    return [...traces.values()].flatMap((trace) => agentRuns(trace).flatMap((run) => readingOf(run, trace) ?? []));
  },
});

function allSpans({ resourceSpans }: SpanBatch): RawSpan[] {
  return resourceSpans.flatMap(({ scopeSpans, instrumentationLibrarySpans }) =>
    [...(scopeSpans ?? []), ...(instrumentationLibrarySpans ?? [])].flatMap(({ spans }) => spans ?? []),
  );
}

/** A batch cut by traces: exporters mix the spans of all that runs at the same time. */
function tracesOf(record: unknown): readonly SpanBatch[] {
  const batch = SpanBatch.parse(record);
  const ids = [...new Set(allSpans(batch).map((span) => span.traceId))];
  if (ids.length === 1) return [batch];
  return ids.map((id) => ({
    resourceSpans: batch.resourceSpans.flatMap(({ resource, scopeSpans, instrumentationLibrarySpans }) => {
      const spans = [...(scopeSpans ?? []), ...(instrumentationLibrarySpans ?? [])].flatMap((scope) =>
        (scope.spans ?? []).filter((span) => span.traceId === id),
      );
      return spans.length === 0 ? [] : [{ resource, scopeSpans: [{ spans }] }];
    }),
  }));
}

function readingOf(run: AgentRun, trace: readonly Span[]): Reading | null {
  const steps = runSteps(run);
  if (steps.length === 0) return null;
  const about = run.agent?.attributes ?? {};
  const first = run.models[0];
  const resource = (run.agent ?? first)?.resource ?? {};
  const everywhere = [about, ...trace.map((span) => span.attributes), resource];
  const failed = run.agent?.isError === true;
  const tools = structured(firstOf([about, ...run.models.map((span) => span.attributes)], "gen_ai.tool.definitions"));
  const trajectory = newTrajectory({
    taskId: taskIdOf(everywhere),
    agent: {
      name:
        nameOrNull(about["gen_ai.agent.name"]) ??
        nameOrNull(about["traceloop.entity.name"]) ??
        nameOrNull(resource["service.name"]) ??
        "unknown",
      version: nameOrNull(about["gen_ai.agent.version"]) ?? nameOrNull(resource["service.version"]),
    },
    model: steps.findLast((step) => typeof step.model === "string" && !step.marks?.includes("subagent"))?.model ?? null,
    exitStatus: nameOrNull(about["error.type"]),
    health: failed ? "error" : "healthy",
    usage: { ...summedUsage(steps), seconds: secondsOf(run) },
    tools: Array.isArray(tools) ? tools : null,
    steps,
    extra: compact({
      traceId: trace[0]?.traceId,
      conversationId:
        nameOrNull(firstOf(everywhere, "gen_ai.conversation.id")) ?? nameOrNull(firstOf(everywhere, "session.id")),
      provider:
        nameOrNull(firstOf(everywhere, "gen_ai.provider.name")) ?? nameOrNull(firstOf(everywhere, "gen_ai.system")),
    }) as Record<string, unknown>,
  });
  return { trajectory, outcome: null, task: null };
}

function firstOf(all: readonly UnknownObject[], key: string): unknown {
  return all.find((attributes) => attributes[key] !== undefined)?.[key];
}

/** No convention names the task: harnesses write SWE-bench's `instance_id` under a prefix of their own. */
function taskIdOf(all: readonly UnknownObject[]): string | null {
  for (const attributes of all) {
    for (const [key, value] of Object.entries(attributes)) {
      if (
        /(?:^|[._])(?:instance_id|task_id|task\.id)$/.test(key) &&
        nameOrNull(value) !== null &&
        !key.startsWith("service.")
      )
        return nameOrNull(value);
    }
  }
  return null;
}

function secondsOf({ agent, models }: AgentRun): number | null {
  const start = (agent ?? models[0])?.start ?? null;
  const end = (agent ?? models.at(-1))?.end ?? null;
  return start === null || end === null || end < start ? null : Number(end - start) / 1e9;
}
