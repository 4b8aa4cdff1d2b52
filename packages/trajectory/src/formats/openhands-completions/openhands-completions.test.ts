import { describeFormat } from "../../testing/describe-format.ts";
import { openHandsCompletions } from "./openhands-completions.ts";

describeFormat(openHandsCompletions, new URL("./fixtures/", import.meta.url), [
  {
    record: { messages: [{ role: "user", content: "" }], kwargs: {}, response: { choices: [] } },
    names: "response.choices",
  },
]);
