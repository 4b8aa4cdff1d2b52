import { seededUnit } from "../seeded.ts";

/** The shell command that counts the words in every source file. */
export function searchCommand(words: readonly string[]): string {
  const pattern = words.join("|");
  return `grep -rnoiE '${pattern}' src | awk -F: '{print tolower($3), $1}' | sort | uniq -c | sort -k1,1nr -k2 | head -n 30`;
}

/**
 * Ranks files by what the search printed.
 *
 * A word counts by its rarity over files (log of files / files with the word) and by the logarithm of its count, and
 * twice when it is part of the path. The seed stands for the reader's habits: it moves every score by up to 45 %.
 */
export function rankFiles(
  output: string,
  files: readonly string[],
  words: readonly string[],
  seed: string,
): Map<string, number> {
  const counts = new Map<string, Map<string, number>>();
  for (const line of output.split("\n")) {
    const match = line.match(/^\s*(\d+) (\S+) (\S+)$/);
    if (!match) continue;
    const [, count, word, path] = match as unknown as [string, string, string, string];
    const ofWord = counts.get(word) ?? new Map<string, number>();
    ofWord.set(path, Number(count));
    counts.set(word, ofWord);
  }
  const scores = new Map<string, number>();
  for (const path of files) {
    let score = 0;
    for (const word of words) {
      const ofWord = counts.get(word);
      const rarity = Math.log((files.length + 1) / (1 + (ofWord?.size ?? 0)));
      const count = ofWord?.get(path) ?? 0;
      if (count > 0) score += rarity * (1 + Math.log(count));
      if (path.toLowerCase().includes(word)) score += 2 * rarity;
    }
    scores.set(path, score * (0.55 + 0.9 * seededUnit(seed, "file", path)));
  }
  return scores;
}
