import { isObject, type UnknownObject } from "../formats/json-access.ts";

/** What a value is that describes data beside it and holds none, in words; null for any other value. */
export function dataDescription(value: unknown): string | null {
  if (!isObject(value)) return null;
  return descriptions.find(({ matches }) => matches(value))?.what ?? null;
}

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
    what: "the names of a Hugging Face data set's splits (dataset_dict.json)",
    matches: (value) =>
      Object.keys(value).length === 1 &&
      Array.isArray(value.splits) &&
      value.splits.every((split) => typeof split === "string"),
  },
];
