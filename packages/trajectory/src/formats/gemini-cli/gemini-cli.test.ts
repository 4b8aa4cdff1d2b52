import { expect, test } from "vitest";
import { describeFormat } from "../../testing/describe-format.ts";
import { geminiCli } from "./gemini-cli.ts";

describeFormat(geminiCli, new URL("./fixtures/", import.meta.url), {
  malformed: [
    {
      record: { sessionId: "s", projectHash: "p", messages: [{ type: "user", content: 1 }] },
      names: "messages[0].content",
    },
  ],
  leavesOut: [
    { path: /displayName|resultDisplay|status$/, reason: "the same again, for the interface" },
    {
      path: /(?:toolCalls|thoughts)\[\d+\]\.timestamp|functionResponse\.(?:id|name)/,
      reason: "bookkeeping of the log",
    },
  ],
});

test("counts that are all 0 are unknown", () => {
  const tokens = { input: 0, output: 0, cached: 0, thoughts: 0, tool: 0, total: 0 };
  const session = { sessionId: "s", projectHash: "p", messages: [{ type: "gemini", content: "x", tokens }] };
  expect(geminiCli.read([session], { path: "x" }).trajectory.usage.promptTokens).toBeNull();
});
