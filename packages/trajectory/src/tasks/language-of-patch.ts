import { languageOfPath } from "../functions/language.ts";
import { goldFiles } from "../patch/gold-files.ts";

/** The language of most gold files, the earlier one on a tie; null when no gold file has a known one. */
export function languageOfPatch(patch: string | null): string | null {
  const counts = new Map<string, number>();
  for (const file of patch === null ? [] : goldFiles(patch).files) {
    const language = languageOfPath(file);
    if (language !== null) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts].reduce<[string | null, number]>((best, each) => (each[1] > best[1] ? each : best), [null, 0])[0];
}
