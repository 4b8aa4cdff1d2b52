import { describeFormat } from "../../testing/describe-format.ts";
import { sweAgent } from "./swe-agent.ts";

describeFormat(sweAgent, new URL("./fixtures/", import.meta.url), {
  malformed: [
    { record: { trajectory: [{ action: 1 }], history: [{ role: "user" }] }, names: "trajectory[0].action" },
    { record: { trajectory: [], history: [{}] }, names: "history[0].role" },
  ],
  leavesOut: [
    { path: /^history\[\d+\]\.action$/, reason: "the structured call beside it says the same" },
    {
      path: /^history\[\d+\]\.content(?:\[\d+\]\.text)?$/,
      reason: "an observation in its prompt template; where it differs, `shown` keeps it",
    },
    { path: /\.(?:query|messages)\[/, reason: "the input of a step repeats the history before it" },
  ],
});
