import type { Recipe } from "../recipe.ts";
import { splitNames } from "../splits/assign-splits.ts";
import type { Target } from "../target.ts";
import type { Writer } from "../writer.ts";
import type { ExportManifest } from "./export-manifest.ts";

/** The three choices behind a dataset. */
export interface DatasetChoices {
  readonly recipe: Recipe;
  readonly target: Target;
  readonly writer: Writer;
}

/** The dataset card: Markdown with the YAML head that the Hugging Face hub reads. */
export function datasetCard(manifest: ExportManifest, choices: DatasetChoices): string {
  return [
    head(manifest, choices),
    `# Memories that were shown to help: ${choices.recipe.name}`,
    `${choices.recipe.title}.\n\nLaid out for ${choices.target.title}.`,
    "## Rows",
    rowsText(manifest),
    "## How a memory got in",
    policyText(manifest),
    "## How prompts were made",
    promptText(manifest),
    "## What is not in it",
    refusalText(manifest),
    "## Lineage",
    lineageText(manifest),
    "## Licence",
    licenceText,
    "",
  ].join("\n\n");
}

function head({ counts, splits }: ExportManifest, { recipe, target, writer }: DatasetChoices): string {
  const files = splitNames
    .filter((split) => (splits.rows[split] ?? 0) > 0)
    .flatMap((split) => [`      - split: ${split}`, `        path: ${JSON.stringify(writer.filesOf(split))}`]);
  const configs = files.length === 0 ? [] : ["configs:", "  - config_name: default", "    data_files:", ...files];
  return [
    "---",
    "pretty_name: Validated software-engineering memories",
    "license: other",
    "license_name: see-the-source-repositories",
    "task_categories: [text-generation]",
    `size_categories: ["${sizeCategory(counts.rows)}"]`,
    `tags: [memop, software-engineering, agent-memory, ${recipe.name}, ${target.name}]`,
    ...configs,
    "---",
  ].join("\n");
}

function sizeCategory(rows: number): string {
  const steps: readonly [number, string][] = [
    [1_000, "n<1K"],
    [10_000, "1K<n<10K"],
    [100_000, "10K<n<100K"],
    [1_000_000, "100K<n<1M"],
  ];
  return steps.find(([below]) => rows < below)?.[1] ?? "1M<n<10M";
}

function rowsText({ counts, splits, tokens, tokenizer }: ExportManifest): string {
  if (counts.rows === 0) return "None: nothing in the workspace passed. See the reasons below.";
  const lines = splitNames.map((split) => `| ${split} | ${splits.rows[split] ?? 0} |`);
  const counted = tokenizer.exact
    ? `Tokens by the tokenizer \`${tokenizer.name}\``
    : "Tokens by **estimate** (no tokenizer was given)";
  const sizes =
    tokens === null
      ? ""
      : `\n\n${counted}, without what a chat template adds: prompts ${round(tokens.promptMean)} on average, ` +
        `at most ${tokens.promptMax}; completions ${round(tokens.completionMean)} on average, at most ` +
        `${tokens.completionMax}; the longest row ${tokens.rowMax}. Set the trainer's maximum length above that, ` +
        "or it cuts rows.";
  return (
    `| split | rows |\n|---|---|\n${lines.join("\n")}\n\nMemories: ${counts.memories}; tasks: ${counts.tasks}; ` +
    `repositories: ${counts.repositories}. Rows of one ${splits.by} are in one split, and so are rows with the same ` +
    `memory text (salt \`${splits.salt}\`).${sizes}`
  );
}

function policyText({ policies }: ExportManifest): string {
  if (policies.length === 0) return "No memory got in.";
  const lines = policies.map(
    ({ policy, rows, falseAcceptRate }) => `| ${policy ?? "not stated"} | ${rows} | ${rate(falseAcceptRate)} |`,
  );
  return (
    "A memory was accepted when runs with it were better than runs without it, by the policy below. What the " +
    "hygiene checks had dropped is left out; a memory that they were not run on (`hygiene` is null in `decisions`) is in. The rate is the estimated share of useless memories that the policy lets through on the same " +
    "data, a mean over the memories. `reward` is the mean of the ten metric differences in percent points.\n\n" +
    `| policy | rows | mean false-accept rate |\n|---|---|---|\n${lines.join("\n")}`
  );
}

function promptText({ config, shortening, counts, tokenizer }: ExportManifest): string {
  const unit = tokenizer.exact ? "tokens" : "estimated tokens";
  return (
    `A prompt holds the task, the repository and the run that the memory was distilled from, in at most ` +
    `${config.maxPromptTokens} ${unit}. To fit, ${shortening.promptsShortened} of ${counts.rows} prompts were ` +
    "shortened; each place says in the text what is gone.\n\n" +
    "| left out | number |\n|---|---|\n" +
    `| demonstrations, synthetic and copied steps | ${shortening.markedStepsLeftOut} |\n` +
    `| observations shortened in the middle | ${shortening.observationsShortened} |\n` +
    `| characters cut | ${shortening.charactersLeftOut} |\n` +
    `| turns without edits folded away | ${shortening.turnsFolded} |\n` +
    `| edits, last turns or patches shortened | ${shortening.editsShortened} |\n` +
    `| lone surrogates replaced | ${counts.replacedSurrogates} |\n\n` +
    "Prompts whose task is what the agent was told, because the tasks table has no text for it: " +
    `${counts.tasksFromTrajectory}.`
  );
}

function refusalText({ counts }: ExportManifest): string {
  const lines = Object.entries(counts.byReason).map(([reason, count]) => `| ${reason} | ${count} |`);
  const table = lines.length === 0 ? "" : `\n\n| reason | number |\n|---|---|\n${lines.join("\n")}`;
  return `${counts.read} considered, ${counts.rows} written, ${counts.refused} not; each is a line of \`refused.jsonl\`.${table}`;
}

function lineageText({ tool, workspace, files }: ExportManifest): string {
  const tables = Object.entries(workspace.tables).map(([name, hash]) => `| ${name} | \`${hash.slice(0, 16)}\` |`);
  const rows = files.map(
    ({ file, rows: count, sha256 }) => `| ${file} | ${count ?? ""} | \`${sha256.slice(0, 16)}\` |`,
  );
  return (
    `Made by memop ${tool.version}. \`tables/provenance.parquet\` has one line per row: memory, decision, every rollout ` +
    "behind it, source run and what was left out. `manifest.json` has the configuration and full hashes.\n\n" +
    `| workspace table | hash |\n|---|---|\n${tables.join("\n")}\n\n` +
    `| file | rows | SHA-256 |\n|---|---|---|\n${rows.join("\n")}`
  );
}

const licenceText =
  "Prompts quote issues and source code of the repositories named in them; their licences apply to those parts. Runs and " +
  "memories were written by language models, whose terms of use may limit training on their output. Whoever publishes " +
  "this dataset has to check both.";

function rate(value: number | null): string {
  return value === null ? "not estimated" : `${round(value * 100)} %`;
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}
