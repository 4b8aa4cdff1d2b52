import { createRequire } from "node:module";
import { MemopError } from "@memop/core";
import type { Parser } from "web-tree-sitter";
import { definitionRanges } from "./definition-ranges.ts";
import type { DefinitionRange } from "./function-range.ts";
import { type Grammar, grammarOfPath } from "./grammar.ts";

/** Reads source files by the grammars of their languages. */
export interface CodeParser {
  /**
   * Functions and classes of a file in the order in which they begin, outer ones first. Null when its language has no
   * grammar here (see `grammarOfPath`), its grammar was not loaded, or it has more than two million characters.
   */
  definitions(text: string, path: string): readonly DefinitionRange[] | null;
}

/** Larger files are data or generated code. */
const maxCharacters = 2_000_000;

/** How many files' definitions are kept: a gold patch and the runs over it ask for the same ones again. */
const maxKept = 200;

const parsers = new Map<string, Promise<Parser>>();

/**
 * A parser of all the languages that the files at `paths` are written in. Each grammar, a WebAssembly module, is loaded
 * once per process. Throws `MISSING_DEPENDENCY` when they are not installed.
 */
export async function loadCodeParser(paths: Iterable<string>): Promise<CodeParser> {
  const grammars = new Map<string, Grammar>();
  for (const path of paths) {
    const grammar = grammarOfPath(path);
    if (grammar !== null) grammars.set(grammar.name, grammar);
  }
  const loaded = new Map<string, Parser>();
  for (const { name } of grammars.values()) loaded.set(name, await parserOf(name));
  return { definitions: (text, path) => definitionsOf(text, path, loaded) };
}

const kept = new Map<string, readonly DefinitionRange[]>();

function definitionsOf(
  text: string,
  path: string,
  loaded: ReadonlyMap<string, Parser>,
): readonly DefinitionRange[] | null {
  const grammar = grammarOfPath(path);
  const parser = grammar === null ? undefined : loaded.get(grammar.name);
  if (grammar === null || parser === undefined || text.length > maxCharacters) return null;
  const key = `${grammar.name}\n${text}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const tree = parser.parse(text);
  if (tree === null) return null;
  try {
    const ranges = definitionRanges(tree.rootNode, grammar);
    const [oldest] = kept.keys();
    if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest);
    kept.set(key, ranges);
    return ranges;
  } finally {
    // Trees live outside JavaScript's heap.
    tree.delete();
  }
}

function parserOf(name: string): Promise<Parser> {
  const known = parsers.get(name);
  if (known !== undefined) return known;
  const loading = load(name).catch((cause: unknown) => {
    parsers.delete(name);
    throw new MemopError("MISSING_DEPENDENCY", `the grammar of ${name} could not be loaded`, {
      hint: "npm i web-tree-sitter @vscode/tree-sitter-wasm",
      cause,
    });
  });
  parsers.set(name, loading);
  return loading;
}

async function load(name: string): Promise<Parser> {
  const { Language, Parser } = await import("web-tree-sitter");
  await Parser.init();
  const file = createRequire(import.meta.url).resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`);
  const parser = new Parser();
  parser.setLanguage(await Language.load(file));
  return parser;
}
