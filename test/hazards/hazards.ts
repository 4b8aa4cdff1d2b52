/** A failure that people reported about data or training of agents, and what stands against it here. */
export interface Hazard {
  /** Kebab-case; names its test. */
  readonly id: string;
  readonly part: "reading" | "dataset" | "masks" | "rewards" | "operations";
  /** Where it was reported. */
  readonly source: string;
  /** Null when a test of this folder shows the right behaviour; else the part of the project that will meet it. */
  readonly later: string | null;
}

const gh = "https://github.com/";

function row(part: Hazard["part"], id: string, source: string, later: string | null = null): Hazard {
  return { part, id, source, later };
}

/** Every hazard that the project knows of. */
export const hazards: readonly Hazard[] = [
  row("reading", "ends-without-action", `${gh}neulab/agent-data-protocol/issues/111`),
  row("reading", "counts-and-ids-drift", `${gh}neulab/agent-data-protocol/issues/218`),
  row("reading", "half-written-file", `${gh}SWE-agent/SWE-agent/pull/1043`),
  row("reading", "messages-as-text", `${gh}SWE-bench/SWE-smith/issues/58`),
  row("reading", "fabricated-submit", `${gh}SWE-bench/SWE-smith (swesmith/train/traj_mgr/utils.py)`),
  row("reading", "history-of-events", `${gh}OpenHands/OpenHands/issues/6830`),
  row("reading", "stripped-patch", `${gh}SWE-agent/mini-swe-agent/issues/305`),
  row("reading", "null-patch", `${gh}SWE-bench/SWE-bench/pull/168`),
  row("reading", "argument-of-two-types", `${gh}axolotl-ai-cloud/axolotl/pull/3136`),
  row("reading", "null-keys-of-others", `${gh}huggingface/trl/pull/5118`),
  row("reading", "content-text-or-parts", `${gh}axolotl-ai-cloud/axolotl/issues/3590`),
  row("reading", "unknown-roles", `${gh}hiyouga/LlamaFactory/issues/2529`),
  row("reading", "line-larger-than-block", `${gh}huggingface/datasets/issues/3227`),
  row("reading", "claude-line-per-block", `${gh}jhlee0409/claude-code-history-viewer/issues/283`),
  row("reading", "claude-dead-branches", `${gh}delexw/claude-code-trace/issues/40`),
  row("reading", "codex-custom-tool-call", `${gh}kenn-io/agentsview/issues/1023`),
  row("reading", "orphan-tool-results", `${gh}RooCodeInc/Roo-Code/pull/10027`),
  row("reading", "atif-duplicate-call-id", `${gh}NVIDIA/NeMo-Agent-Toolkit/pull/1663`),
  row("reading", "lone-surrogate", `${gh}strands-rl/strands-env/pull/211`),
  row("reading", "fix-from-git-history", `${gh}SWE-bench/SWE-bench/issues/465`),
  row("reading", "patch-of-another-run", "adp/swe-smith/sample_raw.json"),
  row(
    "reading",
    "resolved-but-not-applied",
    "swe-smith/run_evaluation/pandas-dev__pandas.95280573.pr_53652/report.json",
  ),
  row("reading", "jsonl-that-is-one-document", "entireio/cli checkpoints 9c/53780d06b7 and c0/70516b3fa9"),

  row("dataset", "arrow-null-fill", `${gh}huggingface/trl/pull/5376`),
  row("dataset", "arguments-text-or-object", `${gh}QwenLM/Qwen3-Coder/issues/444`),
  row("dataset", "json-load-of-two-types", `${gh}huggingface/datasets/issues/7322`),
  row("dataset", "tools-text-null", `${gh}PrimeIntellect-ai/prime-rl/pull/3382`),
  row("dataset", "text-beside-calls-lost", `${gh}hiyouga/LlamaFactory/issues/9107`),
  row("dataset", "rows-dropped-by-alternation", `${gh}hiyouga/LlamaFactory/issues/10178`),
  row("dataset", "large-nested-parquet", `${gh}huggingface/datasets/issues/7793`),
  row("dataset", "unicode-of-rows", `${gh}daaain/claude-code-log/issues/16`),

  row(
    "masks",
    "assistant-mask-empty",
    `${gh}marin-community/marin/issues/7237`,
    "preflight with a tokenizer's template",
  ),
  row("masks", "all-labels-ignored", `${gh}unslothai/unsloth/issues/2900`, "preflight and trainers"),
  row("masks", "over-length-cut", `${gh}allenai/open-instruct/pull/1876`),
  row(
    "masks",
    "eos-never-learned",
    `${gh}huggingface/trl/issues/1623`,
    "preflight and generated trainer configurations",
  ),
  row("masks", "template-drops-reasoning", `${gh}verl-project/verl/issues/7807`, "recipes with several turns to learn"),

  row("rewards", "equal-pairs", `${gh}OpenRLHF/OpenRLHF/issues/1311`, "recipe dpo"),
  row("rewards", "kto-labels", `${gh}hiyouga/LlamaFactory/issues/3803`, "recipe kto"),
  row("rewards", "reward-of-mixed-shape", `${gh}verl-project/verl/issues/1031`, "reward functions of trainers"),
  row("rewards", "nan-reward", `${gh}modelscope/ms-swift/issues/8123`),
  row("rewards", "groups-without-variance", `${gh}huggingface/trl/issues/3857`, "recipe grpo"),

  row("operations", "reward-hacking", `${gh}SWE-agent/mini-swe-agent/issues/787`),
  row(
    "operations",
    "secrets-leave",
    `${gh}OpenHands/software-agent-sdk/issues/4216`,
    "redaction at the export boundary",
  ),
  row("operations", "evaluation-differs", `${gh}OpenHands/benchmarks/issues/140`),
  row("operations", "split-leakage", `${gh}herniqeu/extract0/issues/1`),
  row("operations", "failed-worker-looked-complete", `${gh}huggingface/datatrove/issues/157`),
  row("operations", "resume-at-step-zero", `${gh}huggingface/trl/issues/3179`, "trainers"),
  row("operations", "orphan-processes", `${gh}ray-project/ray/issues/31451`, "trainers and rollouts"),
  row("operations", "gate-of-one", `${gh}Birfy/agentdescent/issues/25`),
];
