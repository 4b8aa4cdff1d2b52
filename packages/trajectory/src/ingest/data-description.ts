import { isObject, type UnknownObject } from "../formats/json-access.ts";

/** What a value is that describes data beside it and holds none, in words; null for any other value. */
export function dataDescription(value: unknown): string | null {
  if (typeof value === "string") return aiderLeaderboard.test(value) ? "totals of Aider's benchmark, by model" : null;
  if (!isObject(value)) return null;
  return descriptions.find(({ matches }) => matches(value))?.what ?? null;
}

/** An entry of `polyglot_leaderboard.yml` and its kin. */
const aiderLeaderboard = /^\s*- dirname: .+\r?\n {2}test_cases: \d/;

const descriptions: readonly { readonly what: string; matches(value: UnknownObject): boolean }[] = [
  {
    what: "the list of a Hugging Face data set's Arrow files (state.json)",
    matches: (value) => Array.isArray(value._data_files) && "_fingerprint" in value,
  },
  {
    what: "the columns of a Hugging Face data set (dataset_info.json)",
    matches: (value) =>
      isObject(value.features) &&
      Object.values(value.features).every((feature) => isObject(feature) || Array.isArray(feature)) &&
      ["citation", "license", "splits", "builder_name", "download_size"].some((key) => key in value),
  },
  {
    what: "totals of AutoCodeRover over many tasks (stats.json)",
    matches: (value) => "num_tasks" in value && "avg_cost" in value && "total_cost" in value,
  },
  {
    what: "the settings of a run of Terminal-Bench",
    matches: (value) =>
      ("run_id" in value && "dataset_name" in value && "n_attempts" in value) ||
      ("lockfile_version" in value && isObject(value.harness)),
  },
  {
    what: "the names of a Hugging Face data set's splits (dataset_dict.json)",
    matches: (value) =>
      Object.keys(value).length === 1 &&
      Array.isArray(value.splits) &&
      value.splits.every((split) => typeof split === "string"),
  },
];
