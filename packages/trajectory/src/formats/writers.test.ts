import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Reading } from "../format.ts";
import { fieldsGiven, type GivenField, givenFields } from "../gives.ts";
import type { Step } from "../step.ts";
import { anyReading } from "../testing/any-trajectory.ts";
import { loadFixtures } from "../testing/format-fixtures.ts";
import { adp } from "./adp/adp.ts";
import { atif } from "./atif/atif.ts";
import { chatRows } from "./chat-rows/chat-rows.ts";
import { formats } from "./index.ts";
import type { TrajectoryWriter } from "./trajectory-writer.ts";
import { trajectoryWriters } from "./writers.ts";

/** Every fixture of every format. */
const fixtures = formats.flatMap((format) =>
  loadFixtures(new URL(`./${format.name}/fixtures/`, import.meta.url)).map((fixture) => ({
    name: `${format.name} ${fixture.name}`,
    reading: format.read(fixture.records, fixture),
  })),
);
const readers = { atif, adp, openai: chatRows };

function readBack(writer: TrajectoryWriter, reading: Reading): Reading {
  const text = JSON.stringify(writer.write(reading, "runs/a.json").document);
  const reader = readers[writer.name as keyof typeof readers];
  const document: unknown = JSON.parse(text);
  const isEmptyChat = writer.name === "openai" && reading.trajectory.steps.length === 0;
  if (!isEmptyChat) expect(formats.find((format) => format.matches(document, { path: "" }))?.name).toBe(reader.name);
  return reader.read([document], { path: "" });
}

/** A name of white space is none. */
const named = (name: string | null) => (name?.trim() === "" ? null : name);

/** What a reading has of one field. */
function fieldOf(field: GivenField, { trajectory, outcome }: Reading): unknown {
  const { steps, usage } = trajectory;
  switch (field) {
    case "taskId":
      return named(trajectory.taskId);
    case "model":
      return named(trajectory.model);
    case "patch":
      return trajectory.finalPatch;
    case "limits":
      return trajectory.limits;
    case "outcome":
      return outcome;
    case "usage":
      return [usage, ...steps.map((step) => step.usage)];
    case "cost":
      return [usage.costUsd, ...steps.map((step) => step.usage?.costUsd)];
    case "steps":
      return steps.map(({ source, text, toolCalls, observations }) => ({ source, text, toolCalls, observations }));
    case "reasoning":
      return steps.map((step) => step.reasoning);
    case "edits":
      return steps.map((step) => step.edits);
    case "timestamps":
      return steps.map((step) => step.timestamp);
    case "tokenIds":
      return steps.map((step) => step.extra.tokenIds);
  }
}

function expectHeld(writer: TrajectoryWriter, reading: Reading): void {
  const seen = readBack(writer, reading);
  const { losses } = writer.write(reading, "runs/a.json");
  for (const field of givenFields) {
    if (writer.holds[field] === "yes") expect(fieldOf(field, seen), field).toEqual(fieldOf(field, reading));
    if (writer.holds[field] === "no") expect([...fieldsGiven(seen)]).not.toContain(field);
  }
  if (losses.length === 0) expect(seen).toEqual(reading);
  // What must not be trained on is marked or left out, whoever reads the document.
  const ownText = ({ source, marks, text }: Step) => source === "agent" && marks.length === 0 && text !== "";
  const trained = new Set(reading.trajectory.steps.filter(ownText).map(({ text }) => text));
  for (const { text } of seen.trajectory.steps.filter(ownText)) if (!/[<`]/.test(text)) expect(trained).toContain(text);
}

/**
 * A trajectory without what only ATIF can say: calls and replies of others than the agent, marks, calls in texts; for a chat
 * also without replies to nothing.
 */
function conversation({ trajectory, ...beside }: Reading, hasLooseReplies: boolean): Reading {
  const steps = trajectory.steps.map((step) => ({
    ...step,
    text: step.text.replaceAll(/[<`]/g, ""),
    marks: [],
    observations: step.observations.filter(({ callId }) => callId !== null || hasLooseReplies),
    ...(step.source === "agent" ? {} : { toolCalls: [], observations: [], reasoning: null }),
  }));
  return { ...beside, trajectory: { ...trajectory, steps } };
}

/** Who said, thought and called what, and what came back to which call; a call without a reply has none or an empty one. */
function saidAndDone({ trajectory }: Reading): unknown {
  return trajectory.steps.map(({ source, text, reasoning, toolCalls, observations }) => ({
    source,
    text,
    reasoning: named(reasoning),
    calls: toolCalls.map(({ id, name, arguments: args }) => {
      const replies = observations.filter(({ callId }) => callId === id).map(({ content }) => content);
      return { name, args, replies: replies.length === 0 ? [""] : replies };
    }),
    loose: observations.filter(({ callId }) => callId === null).map(({ content }) => content),
  }));
}

describe.each(trajectoryWriters)("what is written as $name", (writer) => {
  test.each(fixtures)("holds of $name what the writer says", ({ reading }) => {
    expectHeld(writer, reading);
  });

  test("holds of any trajectory what the writer says", () => {
    fc.assert(
      fc.property(anyReading, (reading) => {
        expectHeld(writer, JSON.parse(JSON.stringify(reading)) as Reading);
      }),
      { numRuns: 300 },
    );
  });

  test("holds of any conversation who said and did what, and what came back", () => {
    fc.assert(
      fc.property(anyReading, (any) => {
        const reading = conversation(JSON.parse(JSON.stringify(any)) as Reading, writer.name !== "openai");
        expect(saidAndDone(readBack(writer, reading))).toEqual(saidAndDone(reading));
      }),
      { numRuns: 500 },
    );
  });
});
