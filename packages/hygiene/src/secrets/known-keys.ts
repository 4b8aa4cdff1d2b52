import type { FoundSecret, SecretScanner } from "./secret-scanner.ts";

/** Kinds of keys that tell themselves by their form. Every pattern is linear in the text: no nested repeats. */
const kinds: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ["aws-access-key-id", /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b/g],
  ["google-api-key", /\bAIza[\w-]{35}(?![\w-])/g],
  ["anthropic-api-key", /\bsk-ant-[\w-]{20,200}/g],
  ["openrouter-api-key", /\bsk-or-v1-[0-9a-f]{64}\b/g],
  ["openai-api-key", /\bsk-(?:(?:proj|svcacct|admin)-[\w-]{20,200}|[A-Za-z0-9]{48})(?![\w-])/g],
  ["github-token", /\b(?:gh[pousr]_[A-Za-z0-9]{36,251}|github_pat_[A-Za-z0-9_]{40,250})(?!\w)/g],
  ["gitlab-token", /\bglpat-[\w-]{20,60}(?![\w-])/g],
  ["slack-token", /\bxox[abeoprs]-[A-Za-z0-9-]{10,250}/g],
  ["slack-webhook", /\bhooks\.slack\.com\/services\/T\w{8,12}\/B\w{8,12}\/\w{24}\b/g],
  ["stripe-key", /\b[rs]k_live_[A-Za-z0-9]{20,250}\b/g],
  ["npm-token", /\bnpm_[A-Za-z0-9]{36}\b/g],
  ["pypi-token", /\bpypi-AgEIcHlwaS5vcmc[\w-]{50,300}/g],
  ["hugging-face-token", /\bhf_[A-Za-z]{34}\b/g],
  ["daytona-token", /\bdtn_[A-Za-z0-9]{32,128}\b/g],
  ["sendgrid-key", /\bSG\.[\w-]{22}\.[\w-]{43}(?![\w-])/g],
  ["private-key", /-----BEGIN (?:[A-Z]{2,10} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g],
  [
    "url-password",
    /\b(?:https?|ssh|ftp|postgres(?:ql)?|mysql|mongodb(?:\+srv)?|redis|amqps?):\/\/[^\s:/@'"`<>{}$]{1,64}:([^\s:/@'"`<>{}$]{6,128})@(?!(?:[\w-]{1,63}\.){0,4}(?:example|localhost|test|invalid)\b|127\.)/g,
  ],
  [
    "bearer-token",
    /\b[Aa]uthorization["']?\s{0,3}[:=]\s{0,3}["']?(?:[Bb]earer|[Tt]oken|[Bb]asic)\s{1,3}([A-Za-z0-9+/_.=-]{20,500})/g,
  ],
];

/** Values that documentation and tests use in the place of real ones. */
const placeholder =
  /EXAMPLE|example|x{6,}|X{6,}|\*{3,}|0{8,}|1234567890(?!\d{6})|placeholder|your[-_]|password|changeme|<[^>]*>/;

/** The keys of known form in a text, in the order of the text. Placeholders are left out. */
export function knownKeysIn(text: string): readonly FoundSecret[] {
  const found = kinds.flatMap(([kind, pattern]) =>
    [...text.matchAll(pattern)]
      .filter(([whole, value]) => !placeholder.test(value ?? whole))
      .map((match) => ({ kind, start: match.index, end: match.index + match[0].length })),
  );
  return found.sort((a, b) => a.start - b.start);
}

/** A text with every key of known form struck out. */
export function withoutKnownKeys(text: string): string {
  let clean = "";
  let at = 0;
  for (const { kind, start, end } of knownKeysIn(text)) {
    if (end <= at) continue;
    clean += `${text.slice(at, Math.max(at, start))}[${kind}]`;
    at = end;
  }
  return clean + text.slice(at);
}

/** Finds keys by their form alone, without any dependency: a floor under a full scanner, not a replacement of one. */
export const knownKeyScanner: SecretScanner = {
  name: "known-keys",
  scan: async (text) => knownKeysIn(text),
};
