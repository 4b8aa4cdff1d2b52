import { modelName } from "./layouts/recorded-run.ts";
import { type Condition, conditions } from "./memories/memory-row.ts";

const notes: Readonly<Record<Condition, string>> = {
  none: "baseline without a memory, 3 rollouts a task",
  helpful: "one memory a task, distilled from a baseline rollout of the same task, 3 rollouts",
  irrelevant: "one memory a task, about another task, 3 rollouts",
  misleading: "one memory a task that points to the wrong files, 3 rollouts",
  "repo-helpful": "one map of the whole repository, 2 rollouts on each of its tasks",
  "repo-misleading": "the same map with descriptions displaced, 2 rollouts on each of its tasks",
};

/** Rows of `conditions.jsonl`, one for each arm. */
export const conditionRows: readonly object[] = conditions.map((condition) => ({
  condition,
  m_theta: "none",
  stage: "none",
  rl_algorithm: null,
  regime: condition.startsWith("repo-") ? "cross-episode" : "single-episode",
  granularity: "episode",
  structure: "markdown",
  policy: null,
  n_demonstrations: 0,
  n_insights: 0,
  agent: "reference-agent",
  model: modelName,
  notes_json: JSON.stringify({ about: notes[condition], generator: "quickstart-template", budget_turns: 20 }),
}));
