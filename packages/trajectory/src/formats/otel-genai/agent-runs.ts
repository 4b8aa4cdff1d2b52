import type { Span } from "./span.ts";

/** The spans of one agent's run, in time order. */
export interface AgentRun {
  /** The agent's own span; null for model spans under no agent. */
  readonly agent: Span | null;
  readonly models: readonly Span[];
  readonly tools: readonly Span[];
  /** Agents that this one called, directly or through tools. */
  readonly helpers: readonly AgentRun[];
}

/**
 * Sorts the spans of a trace to the agents under which they lie. Agent spans without a model's response in or below them
 * are left out; a wrapper whose only content is one other agent is that agent.
 */
export function agentRuns(spans: readonly Span[]): AgentRun[] {
  const byId = new Map(spans.map((span) => [span.id, span]));
  const agentAbove = (span: Span): Span | null => {
    const seen = new Set([span.id]);
    for (
      let at = byId.get(span.parentId ?? "");
      at !== undefined && !seen.has(at.id);
      at = byId.get(at.parentId ?? "")
    ) {
      if (at.kind === "agent") return at;
      seen.add(at.id);
    }
    return null;
  };
  const under = new Map<string | null, Span[]>();
  for (const span of spans) {
    const above = agentAbove(span)?.id ?? null;
    const siblings = under.get(above);
    if (siblings === undefined) under.set(above, [span]);
    else siblings.push(span);
  }
  const built = new Set<string>();
  const runOf = (agent: Span | null): AgentRun | null => {
    if (agent !== null) built.add(agent.id);
    const own = under.get(agent?.id ?? null) ?? [];
    const models = own.filter((span) => span.kind === "model");
    const tools = own.filter((span) => span.kind === "tool");
    const agents = own.filter((span) => span.kind === "agent" && !built.has(span.id));
    const helpers = agents.flatMap((each) => runOf(each) ?? []);
    if (models.length > 0) return { agent, models, tools, helpers };
    const [only, ...others] = helpers;
    if (only === undefined) return null;
    if (others.length === 0) return only;
    return { agent, models, tools, helpers };
  };
  const top = runOf(null);
  if (top === null) return [];
  // Agents at the top of a trace are runs of their own, unless a model outside them was at work, too.
  return top.agent === null && top.models.length === 0 ? [...top.helpers] : [top];
}
