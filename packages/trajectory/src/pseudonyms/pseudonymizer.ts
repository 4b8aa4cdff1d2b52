import { isNobodysMail, mailPattern, namePatterns } from "./name-patterns.ts";
import { isMachineName, isTelling } from "./ordinary-names.ts";
import { isPseudonym, type NameKind, pseudonymsOf } from "./pseudonyms.ts";
import { type Span, secretSpans } from "./secret-spans.ts";
import { stringsOf, withStrings } from "./strings-of.ts";

/** Replaces names of people, their machines and their addresses in records. */
export interface Pseudonymizer {
  /** A copy of a record with all its texts replaced, keys too. Names found in one text are replaced in all of them. */
  record<Value>(value: Value): Value;
  /** One text for itself. */
  text(text: string): string;
  /** Tells which salt and further names are in force, without telling them. */
  readonly id: string;
}

/** A name, and whether it is replaced wherever it stands as a word. */
type FoundNames = Map<string, { readonly kind: NameKind; readonly isEverywhere: boolean }>;

/**
 * Makes a pseudonymizer. Equal names give equal pseudonyms wherever the salt is the same, and doing it twice changes nothing
 * more. `names` are replaced everywhere as whole words, whatever they are: names that no path or prompt gives away.
 *
 * Replaced are users of home paths, prompts, listings and `USER=` variables, hosts of prompts and `uname`, people beside
 * their addresses, and mail addresses. A name that was found is then replaced in all texts of the record, as a whole word;
 * short names and ordinary words (`max`, `grant`) only where they stand as names. Accounts of machines (`root`, `runner`)
 * stay. Nothing is replaced inside keys, tokens and passwords.
 */
export function pseudonymizerOf(salt: string, names: readonly string[] = []): Pseudonymizer {
  const pseudonyms = pseudonymsOf(salt);
  const given: FoundNames = new Map(names.map((name) => [name.toLowerCase(), { kind: "user", isEverywhere: true }]));
  const ids = [...given.keys()].sort().map((name) => pseudonyms.of("user", name));
  const replaced = (text: string, known: readonly NamePiece[], found: FoundNames, words: RegExp | null): string => {
    const pieces = namesIn(text, known, words);
    if (pieces.length === 0) return text;
    const secrets = secretSpans(text);
    let result = "";
    let at = 0;
    for (const { from, to, kind, name } of pieces) {
      if (from < at || isInside({ from, to }, secrets)) continue;
      result += text.slice(at, from) + pseudonyms.of(found.get(name.toLowerCase())?.kind ?? kind, name);
      at = to;
    }
    return result + text.slice(at);
  };
  const record = <Value>(value: Value): Value => {
    const found: FoundNames = new Map(given);
    const places = new Map<string, readonly NamePiece[]>();
    for (const text of stringsOf(value)) {
      if (places.has(text)) continue;
      const pieces = patternPieces(text);
      places.set(text, pieces);
      noteNames(pieces, found);
    }
    const words = wordsPattern([...found].flatMap(([name, { isEverywhere }]) => (isEverywhere ? [name] : [])));
    const done = new Map<string, string>();
    return withStrings(value, (text) => {
      const known = done.get(text) ?? replaced(text, places.get(text) ?? [], found, words);
      done.set(text, known);
      return known;
    });
  };
  return { id: [pseudonyms.id, ...ids].join(" "), record, text: (text) => record(text) };
}

interface NamePiece extends Span {
  readonly kind: NameKind;
  readonly name: string;
}

function noteNames(pieces: readonly NamePiece[], found: FoundNames): void {
  for (const { kind, name } of pieces) {
    const key = name.toLowerCase();
    if (kind !== "mail" && !found.has(key)) found.set(key, { kind, isEverywhere: isTelling(name) });
  }
}

/** Every name in a text, by its place; of names that overlap the one that begins first and is longer comes first. */
function namesIn(text: string, known: readonly NamePiece[], words: RegExp | null): readonly NamePiece[] {
  const pieces = [...known];
  if (words !== null) {
    for (const { index, 0: name } of text.matchAll(words))
      pieces.push({ from: index, to: index + name.length, kind: "user", name });
  }
  return pieces.sort((a, b) => a.from - b.from || b.to - a.to);
}

function patternPieces(text: string): NamePiece[] {
  const pieces: NamePiece[] = [];
  for (const { kind, hints, pattern } of namePatterns) {
    if (!hints.some((hint) => text.includes(hint))) continue;
    for (const { index, 1: before = "", 2: written = "" } of text.matchAll(pattern)) {
      // A full stop ends the sentence, not the name.
      const name = written.replace(/[.\-_]+$/, "");
      if (name === "" || isMachineName(name) || isPseudonym(name)) continue;
      const from = index + before.length;
      pieces.push({ from, to: from + name.length, kind, name });
    }
  }
  if (!text.includes("@")) return pieces;
  for (const { index, 0: mail, 1: box = "", 2: domain = "" } of text.matchAll(mailPattern)) {
    if (!isNobodysMail(box, domain)) pieces.push({ from: index, to: index + mail.length, kind: "mail", name: mail });
  }
  return pieces;
}

/** Whole words: no letter or digit on either side, nor what would make it a part of a longer name or of a token. */
function wordsPattern(names: readonly string[]): RegExp | null {
  if (names.length === 0) return null;
  const any = [...names]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("|");
  return new RegExp(String.raw`(?<![\p{L}\p{N}_])(?:${any})(?![\p{L}\p{N}_])`, "giu");
}

function isInside({ from, to }: Span, secrets: readonly Span[]): boolean {
  return secrets.some((secret) => from < secret.to && to > secret.from && !(from <= secret.from && to >= secret.to));
}
