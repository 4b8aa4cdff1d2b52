/**
 * Which package may import which: the whole architecture, in one place.
 * Read by `test/layers.test.ts` and by `scripts/`; docs/architecture.md draws it.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const layers = {
  core: [],
  trajectory: ["core"],
  tokens: ["core"],
  report: ["core"],
  pipeline: ["core"],
  metrics: ["trajectory", "core"],
  hygiene: ["trajectory", "core"],
  engine: ["tokens", "core"],
  curation: ["metrics", "hygiene", "trajectory", "core"],
  reward: ["metrics", "trajectory", "core"],
  memory: ["hygiene", "tokens", "trajectory", "core"],
  export: ["curation", "hygiene", "tokens", "trajectory", "core"],
  training: ["engine", "export", "pipeline", "core"],
  agents: ["memory", "tokens", "trajectory", "pipeline", "core"],
  cli: [
    "training",
    "agents",
    "export",
    "curation",
    "reward",
    "memory",
    "metrics",
    "hygiene",
    "engine",
    "trajectory",
    "tokens",
    "report",
    "pipeline",
    "core",
  ],
};
