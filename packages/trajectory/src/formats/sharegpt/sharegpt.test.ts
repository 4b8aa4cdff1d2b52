import { expect, test } from "vitest";
import { describeFormat } from "../../testing/describe-format.ts";
import { shareGpt } from "./sharegpt.ts";

describeFormat(shareGpt, new URL("./fixtures/", import.meta.url), {
  malformed: [
    { record: { conversations: [{ from: "human", value: "x" }, { value: "y" }] }, names: "conversations[1].from" },
    { record: { conversations: [{ from: "human", value: 1 }] }, names: "conversations[0].value" },
  ],
});

const steps = (conversations: readonly object[]) => shareGpt.read([{ conversations }], { path: "" }).trajectory.steps;

test("a call turn that is no JSON, no function text and no fenced block is a message", () => {
  expect(steps([{ from: "function_call", value: "{ no json" }])).toMatchObject([{ text: "{ no json", toolCalls: [] }]);
});

test("observations in a row answer the calls of one turn in their order", () => {
  const call = (command: string) => ({ name: "bash", arguments: { command } });
  const found = steps([
    { from: "function_call", value: JSON.stringify([call("a"), call("b")]) },
    { from: "observation", value: "A" },
    { from: "observation", value: "B" },
  ]);
  expect(found[0]?.observations.map(({ callId, content }) => [callId, content])).toEqual([
    ["call-1", "A"],
    ["call-2", "B"],
  ]);
});
