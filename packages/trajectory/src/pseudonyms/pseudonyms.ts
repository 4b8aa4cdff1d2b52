import { createHmac } from "node:crypto";

/** What a name stands for. */
export type NameKind = "user" | "host" | "person" | "mail";

/** Replacements of names: equal names give equal ones, and nobody without the salt can tell a name from its replacement. */
export interface Pseudonyms {
  of(kind: NameKind, name: string): string;
  /** Tells whether two sets of pseudonyms are the same, without telling the salt. */
  readonly id: string;
}

const form: Readonly<Record<NameKind, (digits: string) => string>> = {
  user: (digits) => `user-${digits}`,
  host: (digits) => `host-${digits}`,
  person: (digits) => `Person-${digits}`,
  mail: (digits) => `mail-${digits}@example.invalid`,
};

const pseudonym = /^(?:user|host|person|mail)-[0-9a-f]{8}(?:@example\.invalid)?$/i;

/** True for what `Pseudonyms` gives: such names are never replaced again. */
export function isPseudonym(name: string): boolean {
  return pseudonym.test(name);
}

/**
 * Pseudonyms by HMAC-SHA256 with a salt. The case of a name does not matter. Two of a million names get the same one with
 * odds of about 1 in 9,000 per kind (32 bits).
 */
export function pseudonymsOf(salt: string): Pseudonyms {
  const known = new Map<string, string>();
  const digits = (text: string): string => createHmac("sha256", salt).update(text).digest("hex").slice(0, 8);
  return {
    id: digits("id of the salt"),
    of(kind, name) {
      if (isPseudonym(name)) return name;
      const key = `${kind} ${name.toLowerCase()}`;
      const found = known.get(key) ?? form[kind](digits(key));
      known.set(key, found);
      return found;
    },
  };
}
