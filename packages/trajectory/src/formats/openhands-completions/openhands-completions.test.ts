import { describeFormat } from "../../testing/describe-format.ts";
import { openHandsCompletions } from "./openhands-completions.ts";

describeFormat(openHandsCompletions, new URL("./fixtures/", import.meta.url), {
  under: "llm_completions/acme__kettle-12",
  malformed: [
    {
      record: { messages: [{ role: "user", content: "" }], kwargs: {}, response: { choices: [] } },
      names: "response.choices",
    },
  ],
  leavesOut: [{ path: /^(?:messages|response)\b/, reason: "the textual twin of structured messages" }],
});
