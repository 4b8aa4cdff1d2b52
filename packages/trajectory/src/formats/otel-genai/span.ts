import { isObject, nameOrNull, type UnknownObject } from "../json-access.ts";
import { plainAttributes } from "./attributes.ts";
import type { SpanBatch } from "./raw.ts";

/** A span with its attributes as plain values. */
export interface Span {
  readonly traceId: string;
  readonly id: string;
  readonly parentId: string | null;
  readonly name: string;
  /** `model`: a response of a model. `tool`: a tool's run. `agent`: an agent's whole run. */
  readonly kind: "model" | "tool" | "agent" | "other";
  /** Nanoseconds since 1970; null when not on record. */
  readonly start: bigint | null;
  readonly end: bigint | null;
  readonly attributes: UnknownObject;
  readonly resource: UnknownObject;
  readonly events: readonly { readonly name: string; readonly attributes: UnknownObject }[];
  readonly isError: boolean;
}

/** All spans of batches in the order of their start, each once: exporters send a span again when an answer was lost. */
export function spansOf(batches: readonly SpanBatch[]): Span[] {
  const spans = new Map<string, Span>();
  for (const { resourceSpans } of batches) {
    for (const { resource, scopeSpans, instrumentationLibrarySpans } of resourceSpans) {
      const about = plainAttributes(resource?.attributes);
      for (const { spans: list } of [...(scopeSpans ?? []), ...(instrumentationLibrarySpans ?? [])]) {
        for (const raw of list ?? []) {
          const attributes = plainAttributes(raw.attributes);
          spans.set(raw.spanId, {
            traceId: raw.traceId,
            id: raw.spanId,
            parentId: nameOrNull(raw.parentSpanId),
            name: raw.name ?? "",
            kind: kindOf(attributes),
            start: nanoseconds(raw.startTimeUnixNano),
            end: nanoseconds(raw.endTimeUnixNano),
            attributes,
            resource: about,
            events: (raw.events ?? []).map((event) => ({
              name: event.name ?? "",
              attributes: plainAttributes(event.attributes),
            })),
            isError: isObject(raw.status) && (raw.status.code === 2 || raw.status.code === "STATUS_CODE_ERROR"),
          });
        }
      }
    }
  }
  return [...spans.values()].sort((a, b) => compare(a.start ?? 0n, b.start ?? 0n) || (a.id < b.id ? -1 : 1));
}

const kindOfOperation: Readonly<Record<string, Span["kind"]>> = {
  chat: "model",
  text_completion: "model",
  generate_content: "model",
  completion: "model",
  execute_tool: "tool",
  invoke_agent: "agent",
  create_agent: "other",
};

const kindOfLibrary: Readonly<Record<string, Span["kind"]>> = {
  llm: "model",
  tool: "tool",
  agent: "agent",
  workflow: "agent",
};

function kindOf(attributes: UnknownObject): Span["kind"] {
  const operation = nameOrNull(attributes["gen_ai.operation.name"]);
  if (operation !== null) return kindOfOperation[operation] ?? "other";
  const library =
    nameOrNull(attributes["openinference.span.kind"]) ?? nameOrNull(attributes["traceloop.span.kind"]) ?? "";
  const known = kindOfLibrary[library.toLowerCase()];
  if (known !== undefined) return known;
  const isModel = ["llm.request.type", "gen_ai.request.model", "gen_ai.prompt.0.role", "gen_ai.completion.0.role"];
  return isModel.some((key) => key in attributes) ? "model" : "other";
}

function nanoseconds(value: unknown): bigint | null {
  if (typeof value === "number") return Number.isFinite(value) ? BigInt(Math.trunc(value)) : null;
  return typeof value === "string" && /^\d{1,20}$/.test(value) ? BigInt(value) : null;
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** ISO 8601 in UTC with milliseconds; null when the time is unknown. */
export function timeOf(nanos: bigint | null): string | null {
  if (nanos === null || nanos === 0n) return null;
  const date = new Date(Number(nanos / 1_000_000n));
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
