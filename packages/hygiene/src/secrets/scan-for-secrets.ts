import { encodedTexts } from "./encoded-texts.ts";
import type { SecretScanner } from "./secret-scanner.ts";

/** Secrets of one kind in one place. The values are never part of it. */
export interface SecretFinding {
  readonly kind: string;
  /** Where: `memory`, `step 4 tool call`, … as the caller named it. */
  readonly place: string;
  readonly count: number;
  /** True when they were found in what the place holds in base64 or percent-encoded. */
  readonly isEncoded: boolean;
}

/** A text to scan and the name of its place. */
export interface PlacedText {
  readonly place: string;
  readonly text: string;
}

/**
 * Scans texts, and what stands encoded in them, with every scanner; counts by place and kind, overlapping finds once.
 *
 * Most runs hold no secret and hundreds of short texts, so all are first scanned together, and one by one only when there is
 * something to place.
 */
export async function scanForSecrets(
  texts: Iterable<PlacedText>,
  scanners: readonly SecretScanner[],
): Promise<readonly SecretFinding[]> {
  const all = [...texts].map((placed) => ({ ...placed, encoded: encodedTexts(placed.text) }));
  if (all.length > 1) {
    const together = all.flatMap(({ text, encoded }) => [text, ...encoded]).join("\n");
    if ((await countsIn([together], scanners)).size === 0) return [];
  }
  const findings: SecretFinding[] = [];
  for (const { place, text, encoded: decoded } of all) {
    const plain = await countsIn([text], scanners);
    const encoded = await countsIn(decoded, scanners);
    for (const [kind, count] of plain) findings.push({ kind, place, count, isEncoded: false });
    for (const [kind, count] of encoded) findings.push({ kind, place, count, isEncoded: true });
  }
  return findings;
}

async function countsIn(
  texts: readonly string[],
  scanners: readonly SecretScanner[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const found = (await Promise.all(scanners.map((scanner) => scanner.scan(text)))).flat();
    let end = -1;
    for (const secret of found.sort((a, b) => a.start - b.start || b.end - a.end)) {
      if (secret.start < end) continue;
      end = secret.end;
      counts.set(secret.kind, (counts.get(secret.kind) ?? 0) + 1);
    }
  }
  return counts;
}
