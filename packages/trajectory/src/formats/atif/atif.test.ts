import { describeFormat } from "../../testing/describe-format.ts";
import { atif } from "./atif.ts";

describeFormat(atif, new URL("./fixtures/", import.meta.url), {
  malformed: [
    {
      record: { schema_version: "ATIF-v1.7", agent: { name: "a" }, steps: [{ source: "robot" }] },
      names: "steps[0].source",
    },
    {
      record: {
        schema_version: "ATIF-v1.7",
        agent: { name: "a" },
        steps: [{ source: "user", extra: { memop: { turn: -1 } } }],
      },
      names: "steps[0].extra.memop.turn",
    },
  ],
  leavesOut: [{ path: /^schema_version$/, reason: "says how to read the document, not what happened" }],
});
