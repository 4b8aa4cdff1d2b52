import { describe, expect, test } from "vitest";
import { describeFormat } from "../../testing/describe-format.ts";
import { otelGenAi } from "./otel-genai.ts";

describeFormat(otelGenAi, new URL("./fixtures/", import.meta.url), {
  malformed: [
    {
      record: { resourceSpans: [{ scopeSpans: [{ spans: [{ traceId: "t" }] }] }] },
      names: "resourceSpans[0].scopeSpans[0].spans[0].spanId",
    },
  ],
  leavesOut: [
    { path: /UnixNano$/, reason: "kept in another form" },
    { path: /\.key$/, reason: "names of attributes" },
    { path: /spans\[\d+\]\.name$|intValue$|\.message$/i, reason: "names of spans, counts, words of a status" },
    { path: /values\[\d+\]\.value\.stringValue$/, reason: "types of parts and ends of responses" },
    {
      path: /attributes\[\d+\]\.value\.stringValue$/,
      reason: "settings and encoded messages: what they hold is checked by the expected readings",
    },
  ],
});

type Attributes = Readonly<Record<string, string | number>>;

function span(id: string, parent: string | null, at: number, attributes: Attributes, traceId = "t"): object {
  const list = Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === "string" ? { stringValue: value } : { intValue: String(value) },
  }));
  return {
    traceId,
    spanId: id,
    ...(parent === null ? {} : { parentSpanId: parent }),
    startTimeUnixNano: `${at}000000000`,
    attributes: list,
  };
}

function batch(...spans: object[]): object {
  return { resourceSpans: [{ scopeSpans: [{ spans }] }] };
}

const said = (role: string, content: string): object => ({ role, parts: [{ type: "text", content }] });

function chat(id: string, at: number, input: readonly object[], output: string, parent: string | null = null): object {
  return span(id, parent, at, {
    "gen_ai.operation.name": "chat",
    "gen_ai.input.messages": JSON.stringify(input),
    "gen_ai.output.messages": JSON.stringify([said("assistant", output)]),
    "gen_ai.usage.output_tokens": at,
  });
}

function textsOf(...batches: object[]): string[] {
  return otelGenAi.read(batches, { path: "t.json" }).trajectory.steps.map((step) => step.text);
}

describe("the spans of a trace", () => {
  const first = chat("1", 1, [said("user", "go")], "a");
  const second = chat("2", 2, [said("user", "go"), said("assistant", "a"), said("user", "on")], "b");

  test("repeat the history: each message is read once, in whatever order and batches they come", () => {
    expect(textsOf(batch(second), batch(first))).toEqual(["go", "a", "on", "b"]);
    expect(textsOf(batch(first, second, first))).toEqual(["go", "a", "on", "b"]);
  });

  test("give each response its own usage", () => {
    const { steps, usage } = otelGenAi.read([batch(second, first)], { path: "t" }).trajectory;
    expect(steps.map((step) => step.usage?.completionTokens ?? null)).toEqual([null, 1, null, 2]);
    expect(usage.completionTokens).toBe(3);
  });

  test("after a summary: what came before stays, what was copied is marked", () => {
    const later = chat("3", 3, [said("user", "summary: a, b")], "c");
    const { steps } = otelGenAi.read([batch(first, second, later)], { path: "t" }).trajectory;
    expect(steps.map((step) => [step.text, step.marks])).toEqual([
      ["go", []],
      ["a", []],
      ["on", []],
      ["b", []],
      ["summary: a, b", ["copied-context"]],
      ["c", []],
    ]);
  });
});

test("agents at the top of a trace are runs of their own", () => {
  const agent = (id: string): object =>
    span(id, "root", 0, { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": id });
  const spans = ["x", "y"].flatMap((id) => [agent(id), chat(`${id}1`, 1, [said("user", id)], `done ${id}`, id)]);
  const readings = otelGenAi.readAll([batch(span("root", null, 0, {}), ...spans)], { path: "t" });
  expect(readings.map(({ trajectory }) => trajectory.agent.name)).toEqual(["x", "y"]);
});

test("a batch of several traces is cut by them", () => {
  const mixed = batch(span("1", null, 1, {}, "t1"), span("2", null, 1, {}, "t2"), span("3", null, 1, {}, "t1"));
  const pieces = otelGenAi.piecesOf(mixed);
  expect(pieces.map((piece) => otelGenAi.groupOf(piece, { path: "x" }))).toEqual(["trace t1", "trace t2"]);
  expect(JSON.stringify(pieces[0])).toContain('"spanId":"3"');
});

test("a trace without a model's response is refused", () => {
  expect(() => otelGenAi.read([batch(span("1", null, 1, {}))], { path: "t" })).toThrow(
    expect.objectContaining({ code: "BAD_RECORD" }),
  );
});
