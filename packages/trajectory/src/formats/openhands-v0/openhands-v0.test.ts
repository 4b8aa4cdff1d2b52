import { describeFormat } from "../../testing/describe-format.ts";
import { openHandsV0 } from "./openhands-v0.ts";

describeFormat(openHandsV0, new URL("./fixtures/", import.meta.url), {
  malformed: [{ record: { instance_id: "a", test_result: {}, history: [{ action: 5 }] }, names: "history[0]" }],
  leavesOut: [
    { path: /\.message$/, reason: "the user interface's words for an event" },
    { path: /\.timestamp$/, reason: "a step has the time of its first event" },
  ],
});
