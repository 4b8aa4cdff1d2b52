import type { Node } from "web-tree-sitter";
import type { Execution } from "./execution.ts";
import { emptyRedirections, type Redirections, redirectionsOf } from "./redirections.ts";
import { unwrapped } from "./unwrapped.ts";
import { ansiText, wordValue } from "./word-value.ts";

/** Where a script begins. */
export interface ShellStart {
  /** Working directory; "" when unknown. */
  readonly directory: string;
}

/** What a script does. */
export interface ScriptReading {
  readonly executions: readonly Execution[];
  /** Working directory in which it ends. */
  readonly directory: string;
}

type Parse = (script: string, visit: (root: Node) => ScriptReading) => ScriptReading;

/** What a shell remembers between commands. */
interface ShellState {
  directory: string;
  /** The directory before the last `cd`. */
  previous: string;
  /** Directories that `pushd` has left. */
  readonly left: string[];
  readonly variables: Map<string, string | null>;
}

const maxLoops = 40;
const maxDepth = 4;

/** Walks a script's syntax tree and lists what it runs. See `ShellParser.read`. */
export function readScript(script: string, start: ShellStart, parse: Parse, depth = 0): ScriptReading {
  return parse(script, (root) => {
    const found: Execution[] = [];
    const state: ShellState = {
      directory: start.directory,
      previous: start.directory,
      left: [],
      variables: new Map([["PWD", start.directory === "" ? "." : start.directory]]),
    };
    const walker = new ScriptWalker(script, found, (inner, directory) =>
      depth >= maxDepth ? [] : readScript(inner, { directory }, parse, depth + 1).executions,
    );
    walker.visit(root, state, emptyRedirections);
    const executions = found.map((execution, at) => ({
      ...execution,
      isLast: execution.isLast && at === found.length - 1,
    }));
    return { executions, directory: state.directory };
  });
}

/** One walk over one tree. A class for its lifetime: it collects while it goes. */
class ScriptWalker {
  /** Every command so far, `cd` among them. */
  private readonly ran: (readonly (string | null)[])[] = [];

  constructor(
    private readonly script: string,
    private readonly found: Execution[],
    private readonly inner: (script: string, directory: string) => readonly Execution[],
  ) {}

  visit(node: Node, state: ShellState, redirections: Redirections): void {
    switch (node.type) {
      case "command":
        this.command(node, state, redirections);
        return;
      case "redirected_statement":
        this.redirected(node, state, redirections);
        return;
      case "pipeline":
        this.pipeline(children(node), state, redirections);
        return;
      case "list":
        this.list(node, state, redirections);
        return;
      case "subshell":
      case "command_substitution":
        this.each(node, copyOf(state), redirections);
        return;
      case "for_statement":
        this.loop(node, state, redirections);
        return;
      case "variable_assignment":
        this.assign(node, state);
        return;
      case "comment":
      case "test_command":
      case "heredoc_body":
      case "string":
      case "raw_string":
      case "word":
        return;
      default:
        this.each(node, state, redirections);
    }
  }

  private each(node: Node, state: ShellState, redirections: Redirections): void {
    for (const child of children(node)) this.visit(child, state, redirections);
  }

  /** `a && b`, `a || b`: redirections after it belong to its last command. */
  private list(node: Node, state: ShellState, redirections: Redirections): void {
    const [first, ...rest] = children(node);
    if (first === undefined) return;
    const [from, before] = [this.found.length, this.ran.length];
    this.visit(first, state, rest.length === 0 ? redirections : emptyRedirections);
    const chain = this.ran.slice(before);
    const start = this.found.length;
    for (const child of rest) this.visit(child, state, redirections);
    if (from === this.found.length || !node.children.some((child) => child?.type === "&&")) return;
    const following = this.found.slice(start).map((each) => ({ ...each, after: [...chain, ...each.after] }));
    this.found.splice(start, following.length, ...following);
  }

  private redirected(node: Node, state: ShellState, outer: Redirections): void {
    const [body, ...rest] = children(node);
    if (body === undefined) return;
    const isBare = /redirect$/.test(body.type);
    const { redirections, piped, following } = redirectionsOf(
      isBare ? [body, ...rest] : rest,
      this.script,
      state.variables,
    );
    const merged = {
      stdin: redirections.stdin ?? outer.stdin,
      stdinPath: redirections.stdinPath ?? outer.stdinPath,
      outputs: [...redirections.outputs, ...outer.outputs],
    };
    if (isBare) {
      this.push([":"], merged, state);
      return;
    }
    if (piped.length > 0) this.pipeline([body, ...piped], state, emptyRedirections, merged);
    else this.visit(body, state, merged);
    for (const each of following) this.visit(each, state, emptyRedirections);
  }

  /** Each command reads what the one before it prints, where that is known. `first` redirects the first command. */
  private pipeline(commands: readonly Node[], state: ShellState, last: Redirections, first = emptyRedirections): void {
    let printed: string | null = null;
    commands.forEach((command, at) => {
      const isEnd = at === commands.length - 1;
      const own = at === 0 ? first : emptyRedirections;
      const merged: Redirections = {
        stdin: own.stdin ?? (isEnd ? last.stdin : null) ?? printed,
        stdinPath: own.stdinPath ?? (isEnd ? last.stdinPath : null),
        outputs: isEnd ? [...own.outputs, ...last.outputs] : own.outputs,
      };
      const before = this.found.length;
      // Every part of a pipeline runs in a shell of its own.
      this.visit(command, copyOf(state), merged);
      const ran = this.found.slice(before);
      printed = ran.length === 1 && ran[0] !== undefined ? printedText(ran[0]) : null;
      if (!isEnd) this.found.splice(before, ran.length, ...ran.map((each) => ({ ...each, isLast: false })));
    });
  }

  private loop(node: Node, state: ShellState, redirections: Redirections): void {
    const [variable, ...rest] = children(node);
    const body = rest.find((child) => child.type === "do_group");
    if (variable === undefined || body === undefined) return;
    const values = rest.filter((child) => child !== body).map((child) => wordValue(child, state.variables));
    const unrolled = values.length > 0 && values.every((value) => value !== null) ? values.slice(0, maxLoops) : [null];
    for (const value of unrolled) {
      state.variables.set(variable.text, value);
      this.visit(body, state, redirections);
    }
  }

  private assign(node: Node, state: ShellState): void {
    const name = node.childForFieldName("name");
    const value = node.childForFieldName("value");
    if (name !== null) state.variables.set(name.text, value === null ? "" : wordValue(value, state.variables));
  }

  private command(node: Node, state: ShellState, redirections: Redirections): void {
    const parts = children(node);
    const redirects = parts.filter((part) => /redirect$/.test(part.type));
    const own = redirectionsOf(redirects, this.script, state.variables).redirections;
    const words = parts.filter((part) => !/redirect$|^variable_assignment$/.test(part.type));
    const argv = words.flatMap((word) => expandedBraces(wordValue(word, state.variables), word));
    this.push(
      argv,
      {
        stdin: own.stdin ?? redirections.stdin,
        stdinPath: own.stdinPath ?? redirections.stdinPath,
        outputs: [...own.outputs, ...redirections.outputs],
      },
      state,
    );
  }

  private push(written: readonly (string | null)[], redirections: Redirections, state: ShellState): void {
    const argv = withPipedArguments(unwrapped(written), redirections.stdin);
    const [name, ...args] = argv;
    if (name === undefined || name === null) return;
    this.ran.push(argv);
    if (name === "cd" || name === "pushd" || name === "popd") {
      moveTo(state, name, args);
      return;
    }
    const script = this.innerScript(name, args, redirections);
    if (script !== null) {
      this.found.push(...this.inner(script, state.directory));
      return;
    }
    this.found.push({ argv, ...redirections, directory: state.directory, after: [], isLast: true });
  }

  /** The script that `bash -c '…'`, `bash <<EOF` or `eval` runs; null for other commands, also for `bash file`. */
  private innerScript(name: string, args: readonly (string | null)[], redirections: Redirections): string | null {
    if (name === "eval") return args.every((arg) => arg !== null) ? args.join(" ") : null;
    if (!isShell(name)) return null;
    const option = args.findIndex((arg) => arg !== null && /^-\w*c$/.test(arg));
    if (option !== -1) return args[option + 1] ?? null;
    return args.some((arg) => arg === null || !arg.startsWith("-")) ? null : redirections.stdin;
  }
}

function copyOf(state: ShellState): ShellState {
  return { ...state, left: [...state.left], variables: new Map(state.variables) };
}

function moveTo(state: ShellState, name: string, args: readonly (string | null)[]): void {
  const here = state.directory;
  const target = args.find((arg) => arg !== "--" && !/^-[LP]$/.test(arg ?? ""));
  if (name === "popd") state.directory = state.left.pop() ?? here;
  else if (target === "-") state.directory = state.previous;
  else if (typeof target === "string") state.directory = joinedPath(here, target);
  if (name === "pushd") state.left.push(here);
  state.previous = here;
}

/** `a/{b,c}.py` outside quotes is two words. */
function expandedBraces(value: string | null, word: Node): readonly (string | null)[] {
  if (value === null || !/^(?:word|concatenation)$/.test(word.type) || /["']/.test(word.text)) return [value];
  const [whole, before = "", list = "", after = ""] = /^([^{}]*)\{([^{}]*,[^{}]*)\}([^{}]*)$/.exec(value) ?? [];
  return whole === undefined ? [value] : list.split(",").map((each) => `${before}${each}${after}`);
}

/** `xargs sed -i …` gets what is piped in as further words, where that is known. */
function withPipedArguments(argv: readonly (string | null)[], stdin: string | null): readonly (string | null)[] {
  if (argv[0] !== "xargs" || stdin === null) return argv;
  const words = argv.slice(1);
  while (/^-/.test(words[0] ?? "")) words.splice(0, /^-[nPLI]$/.test(words[0] ?? "") ? 2 : 1);
  return words.length === 0 ? argv : unwrapped([...words, ...stdin.split(/\s+/).filter(Boolean)]);
}

/** True for the names of shells that read bash's language well enough. */
export function isShell(name: string): boolean {
  return /^(?:ba|z|da|k)?sh$/.test(name);
}

function children(node: Node): Node[] {
  return node.namedChildren.filter((child) => child !== null && child.type !== "comment") as Node[];
}

/** What a command prints, where its words tell: `echo`, `printf` without parameters, `cat` of known text. */
export function printedText({ argv, stdin }: Pick<Execution, "argv" | "stdin">): string | null {
  const [name, ...args] = argv;
  if (name === "cat") return args.every((arg) => arg === "-") ? stdin : null;
  if (!args.every((arg) => arg !== null)) return null;
  const words = args as readonly string[];
  if (name === "echo") {
    const options = words.findIndex((word) => !/^-[neE]+$/.test(word));
    const flags = words.slice(0, options === -1 ? words.length : options).join("");
    const text = words.slice(options === -1 ? words.length : options).join(" ");
    return (flags.includes("e") ? ansiText(text) : text) + (flags.includes("n") ? "" : "\n");
  }
  if (name !== "printf") return null;
  const [format = "", ...values] = words[0] === "--" ? words.slice(1) : words;
  if (/^%[sb](\\n)?$/.test(format))
    return values
      .map((value) => (format.startsWith("%b") ? ansiText(value) : value) + (format.endsWith("n") ? "\n" : ""))
      .join("");
  return /%[^%]/.test(format) ? null : ansiText(format).replaceAll("%%", "%");
}

/** `path` taken from `directory`; "" is the unknown directory where a script began. */
export function joinedPath(directory: string, path: string): string {
  if (directory === "" || /^([/~]|[A-Za-z]:[\\/])/.test(path)) return path;
  return `${directory.replace(/\/+$/, "")}/${path}`;
}
