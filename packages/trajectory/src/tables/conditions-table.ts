import { defineTable } from "@memop/core";

/** What each condition label stands for. See docs/workspace.md#conditions. */
export const conditionsTable = defineTable({
  name: "conditions",
  key: ["condition"],
  columns: {
    condition: "VARCHAR",
    m_theta: "VARCHAR",
    stage: "VARCHAR",
    rl_algorithm: "VARCHAR",
    regime: "VARCHAR",
    granularity: "VARCHAR",
    structure: "VARCHAR",
    policy: "VARCHAR",
    n_demonstrations: "INTEGER",
    n_insights: "INTEGER",
    agent: "VARCHAR",
    model: "VARCHAR",
    notes_json: "VARCHAR",
  },
});
