import { describeFormat } from "../../testing/describe-format.ts";
import { miniSweAgent } from "./mini-swe-agent.ts";

describeFormat(miniSweAgent, new URL("./fixtures/", import.meta.url), {
  malformed: [
    { record: { trajectory_format: "mini-swe-agent-1", messages: [{ role: 1 }] }, names: "messages[0].role" },
  ],
});
