import { expect, test } from "vitest";
import { describeFormat } from "../../testing/describe-format.ts";
import { anthropicMessages } from "./anthropic-messages.ts";

describeFormat(anthropicMessages, new URL("./fixtures/", import.meta.url), {
  malformed: [
    { record: { system: "s", max_tokens: 1, messages: [{ role: "user", content: 1 }] }, names: "messages[0].content" },
  ],
  leavesOut: [
    { path: /signature/, reason: "bookkeeping of the provider" },
    { path: /web_search_tool_result|content\[1\]\.content/, reason: "see parts" },
  ],
});

test("a chat of texts alone is taken for this only with a system text and a token limit beside it", () => {
  const messages = [{ role: "user", content: "hi" }];
  expect(anthropicMessages.matches({ messages })).toBe(false);
  expect(anthropicMessages.matches({ messages, system: "s", max_tokens: 5 })).toBe(true);
});
