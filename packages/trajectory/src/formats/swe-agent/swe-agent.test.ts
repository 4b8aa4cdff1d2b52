import { describeFormat } from "../../testing/describe-format.ts";
import { sweAgent } from "./swe-agent.ts";

describeFormat(sweAgent, new URL("./fixtures/", import.meta.url), [
  { record: { trajectory: [{ action: 1 }], history: [{ role: "user" }] }, names: "trajectory[0].action" },
  { record: { trajectory: [], history: [{}] }, names: "history[0].role" },
]);
