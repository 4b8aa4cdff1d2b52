import { describeHygieneFilter } from "../testing/index.ts";
import { hackedSource } from "./hacked-source.ts";

describeHygieneFilter(hackedSource, {
  keeps: {
    "a memory of unknown sources": {},
    "a memory of clean runs": { flaggedSources: [] },
    "a memory of a run whose evaluation broke": {
      flaggedSources: [{ trajectoryId: "run-1", reason: "harness-error" }],
    },
    "a memory of a run that repeats another": {
      flaggedSources: [{ trajectoryId: "run-1", reason: "duplicate-exact" }],
    },
  },
  drops: {
    "a memory of a run that read the fix": [
      "hacked-source",
      { flaggedSources: [{ trajectoryId: "run-1", reason: "hack-history" }] },
    ],
    "a memory of several runs, one of which weakened the tests": [
      "hacked-source",
      {
        flaggedSources: [
          { trajectoryId: "run-1", reason: "secret" },
          { trajectoryId: "run-2", reason: "hack-tests" },
        ],
      },
    ],
  },
});
