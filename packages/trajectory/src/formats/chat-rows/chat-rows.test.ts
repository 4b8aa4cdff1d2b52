import { describeFormat } from "../../testing/describe-format.ts";
import { chatRows } from "./chat-rows.ts";

describeFormat(chatRows, new URL("./fixtures/", import.meta.url), {
  malformed: [
    { record: { messages: [{ role: "user", content: "" }, { content: "" }] }, names: "messages[1].role" },
    { record: { messages: '[{"role": "user"}, {}]' }, names: "messages[1].role" },
    { record: { messages: "[{" }, names: "messages" },
    { record: { messages: null }, names: "messages" },
  ],
});
