import { createRequire } from "node:module";
import { MemopError } from "@memop/core";
import type { Node, Parser } from "web-tree-sitter";
import { readScript, type ScriptReading, type ShellStart } from "./executions.ts";

/** Reads shell text by bash's grammar. */
export interface ShellParser {
  /**
   * The commands that a script runs, in the order of its text: loops over literal words unrolled, both sides of conditions
   * taken, `cd` followed. A script that is no valid bash gives what could be read of it, one of more than a million
   * characters nothing.
   */
  read(script: string, start: ShellStart): ScriptReading;
}

/** Longer texts are data, not commands; recovering from errors in them would take minutes. */
const maxCharacters = 1_000_000;

let loading: Promise<ShellParser> | undefined;

/** Loads the parser, a WebAssembly module, once per process. Throws `MISSING_DEPENDENCY` when it is not installed. */
export function loadShellParser(): Promise<ShellParser> {
  loading ??= load().catch((cause: unknown) => {
    loading = undefined;
    throw new MemopError("MISSING_DEPENDENCY", "the bash grammar could not be loaded", {
      hint: "npm i web-tree-sitter @vscode/tree-sitter-wasm",
      cause,
    });
  });
  return loading;
}

async function load(): Promise<ShellParser> {
  const { Language, Parser } = await import("web-tree-sitter");
  await Parser.init();
  const grammar = createRequire(import.meta.url).resolve("@vscode/tree-sitter-wasm/wasm/tree-sitter-bash.wasm");
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar));
  const parse = (script: string, visit: (root: Node) => ScriptReading) => withTree(parser, script, visit);
  return {
    read: (script, start) =>
      script.length > maxCharacters ? { executions: [], directory: start.directory } : readScript(script, start, parse),
  };
}

/** Trees live outside JavaScript's heap, so each is freed as soon as it was read. */
function withTree<Result>(parser: Parser, script: string, visit: (root: Node) => Result): Result {
  const tree = parser.parse(script);
  if (tree === null)
    throw new MemopError("RUN_FAILED", `the bash parser gave up on a script of ${script.length} characters`);
  try {
    return visit(tree.rootNode);
  } finally {
    tree.delete();
  }
}
