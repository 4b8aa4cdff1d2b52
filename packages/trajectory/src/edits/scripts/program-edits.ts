import type { ShellEdit } from "../shell-editor.ts";
import { type Dialect, programTokens, type Token } from "./program-tokens.ts";
import { argumentsAt, type Values, valuesAt } from "./program-values.ts";

/** Something that a program does, in the order of its text. */
type ProgramEvent =
  | { readonly does: "replace"; readonly oldText: string | null; readonly newText: string | null }
  | {
      readonly does: "write";
      readonly paths: readonly string[];
      readonly text: string | null;
      readonly isAppended: boolean;
    }
  | {
      readonly does: "change";
      readonly paths: readonly string[];
      readonly oldText: string | null;
      readonly newText: string | null;
    }
  | { readonly does: "delete"; readonly paths: readonly string[] }
  | { readonly does: "move" | "copy"; readonly from: readonly string[]; readonly to: readonly string[] };

/**
 * The files that a short Python or JavaScript program writes, by its text: `open(p, "w")`, `Path(p).write_text(…)`,
 * `fs.writeFileSync(p, …)`, renames and removals; with what its `.replace(old, new)` calls exchange before each write.
 *
 * `args` are the program's own arguments. Paths that are computed in other ways than joining known texts are not found.
 */
export function programEdits(
  source: string,
  dialect: Dialect,
  args: readonly (string | null)[] = [],
): readonly ShellEdit[] {
  return editsOf(eventsOf(programTokens(source, dialect), args));
}

function eventsOf(tokens: readonly Token[], args: readonly (string | null)[]): readonly ProgramEvent[] {
  const variables = new Map<string, Values>(args.map((arg, at) => [`argv ${at + 1}`, arg === null ? null : [arg]]));
  const events: ProgramEvent[] = [];
  tokens.forEach((token, at) => {
    const next = tokens[at + 1]?.text;
    if (token.kind !== "name") return;
    if (next === "=" && tokens[at - 1]?.text !== ".") {
      const { values, end } = valuesAt(tokens, at + 2, variables);
      // `text = text.replace(…)` goes on after a name that is known: its new value is not.
      variables.set(token.text, tokens[end]?.text === "." || tokens[end]?.text === "[" ? null : values);
    }
    if ((next === "in" || next === "of") && /^(?:for|const|let|var)$/.test(tokens[at - 1]?.text ?? "")) {
      const { values, end } = valuesAt(tokens, at + 2, variables);
      // `for p in Path("src").glob("*.py")` goes over files that only running would tell.
      variables.set(token.text, tokens[end]?.text === "." ? null : values);
    }
    if (next === "(") {
      const event = eventOfCall(tokens, at, variables);
      if (event !== null) events.push(event);
    }
  });
  return events;
}

function eventOfCall(
  tokens: readonly Token[],
  at: number,
  variables: ReadonlyMap<string, Values>,
): ProgramEvent | null {
  const name = tokens[at]?.text ?? "";
  const { args, end } = argumentsAt(tokens, at + 1, variables);
  const first = args[0]?.values ?? null;
  const second = args[1]?.values ?? null;
  const owner = tokens[at - 1]?.text === "." ? ownerOf(tokens, at - 2, variables) : null;
  const text = second?.length === 1 ? (second[0] ?? null) : null;
  switch (name) {
    case "open": {
      const isOwn =
        tokens[at - 1]?.text === "." && !/^(?:io|codecs|builtins|gzip|tokenize)$/.test(tokens[at - 2]?.text ?? "");
      const mode = args.find(({ keyword }) => keyword === "mode")?.values ?? (isOwn ? first : second);
      const paths = isOwn ? owner : first;
      if (paths === null || mode === null || !/[wax+]/.test(mode[0] ?? "")) return null;
      return {
        does: "write",
        paths,
        text: writtenAfter(tokens, end, variables),
        isAppended: mode[0]?.startsWith("a") ?? false,
      };
    }
    case "write_text":
    case "write_bytes":
      return owner === null
        ? null
        : { does: "write", paths: owner, text: first?.length === 1 ? (first[0] ?? null) : null, isAppended: false };
    case "writeFileSync":
    case "writeFile":
    case "writeTextFile":
    case "writeTextFileSync":
    case "appendFileSync":
    case "appendFile":
      return first === null ? null : { does: "write", paths: first, text, isAppended: name.startsWith("append") };
    case "input":
      return tokens[at - 2]?.text === "fileinput" && args.some(({ keyword }) => keyword === "inplace") && first !== null
        ? { does: "write", paths: first, text: null, isAppended: false }
        : null;
    case "replace":
    case "replaceAll": {
      if (tokens[at - 2]?.text === "os")
        return first === null || second === null ? null : { does: "move", from: first, to: second };
      if (args.length < 2) return null;
      return { does: "replace", oldText: first?.length === 1 ? (first[0] ?? null) : null, newText: text };
    }
    case "sub":
    case "subn":
      return tokens[at - 2]?.text === "re"
        ? { does: "replace", oldText: null, newText: text === null || /\\[\dg]/.test(text) ? null : text }
        : null;
    case "remove":
    case "unlink":
    case "unlinkSync":
    case "rmSync": {
      const paths = name === "unlink" && args.length === 0 ? owner : first;
      return paths === null || (name === "remove" && tokens[at - 2]?.text !== "os") ? null : { does: "delete", paths };
    }
    case "rename":
    case "renameSync":
    case "move":
      return first === null ? null : moved(owner, first, second);
    case "edit_file_by_replace":
    case "insert_content_at_line":
    case "append_file":
    case "edit_file_by_line":
      return first === null ? null : { does: "change", paths: first, ...agentSkillTexts(args) };
    case "copy":
    case "copyfile":
    case "copy2":
    case "copyFileSync":
      return first === null || second === null ? null : { does: "copy", from: first, to: second };
    default:
      return null;
  }
}

/** Texts of the editing functions that early OpenHands agents had in their Python session. */
function agentSkillTexts(args: readonly { readonly keyword: string | null; readonly values: Values }[]) {
  const named = (keyword: string) => args.find((arg) => arg.keyword === keyword)?.values?.[0] ?? null;
  const plain = args.slice(1).filter(({ keyword }) => keyword === null);
  return {
    oldText: named("to_replace") ?? (plain.length > 1 ? (plain[0]?.values?.[0] ?? null) : null),
    newText: named("new_content") ?? named("content") ?? plain.at(-1)?.values?.[0] ?? null,
  };
}

function moved(owner: Values, first: readonly string[], second: Values): ProgramEvent | null {
  if (second !== null) return { does: "move", from: first, to: second };
  return owner === null ? null : { does: "move", from: owner, to: first };
}

/** What `p` in `p.write_text(…)` or `Path("a").open(…)` stands for; `last` is the index of its last token. */
function ownerOf(tokens: readonly Token[], last: number, variables: ReadonlyMap<string, Values>): Values {
  let start = last;
  if (tokens[last]?.text === ")") {
    let depth = 0;
    for (; start >= 0; start -= 1) {
      if (tokens[start]?.text === ")") depth += 1;
      else if (tokens[start]?.text === "(") depth -= 1;
      if (depth === 0) break;
    }
    if (tokens[start - 1]?.kind === "name") start -= 1;
    while (tokens[start - 1]?.text === "." && tokens[start - 2]?.kind === "name") start -= 2;
  }
  const { values, end } = valuesAt(tokens.slice(0, last + 1), start, variables);
  return end > last ? values : null;
}

/** The text of the next `.write(…)` or of a `.writelines([…])`. */
function writtenAfter(tokens: readonly Token[], from: number, variables: ReadonlyMap<string, Values>): string | null {
  const at = tokens.findIndex(
    (token, index) => index >= from && /^write(?:lines)?$/.test(token.text) && tokens[index + 1]?.text === "(",
  );
  if (at === -1) return null;
  const values = argumentsAt(tokens, at + 1, variables).args[0]?.values ?? null;
  return values === null ? null : tokens[at]?.text === "writelines" || values.length === 1 ? values.join("") : null;
}

/** Replacements belong to the write after them; those after the last write belong to it. */
function editsOf(events: readonly ProgramEvent[]): readonly ShellEdit[] {
  const edits: ShellEdit[] = [];
  const lastWrite = events.findLastIndex(({ does }) => does === "write");
  let pending: Extract<ProgramEvent, { does: "replace" }>[] = [];
  for (const [at, event] of events.entries()) {
    if (event.does === "replace") pending.push(event);
    else if (event.does === "write") {
      if (at === lastWrite) pending.push(...events.slice(at).filter((later) => later.does === "replace"));
      edits.push(...writes(event, pending));
      pending = [];
    } else edits.push(...otherEdits(event));
  }
  return edits;
}

function writes(
  { paths, text, isAppended }: Extract<ProgramEvent, { does: "write" }>,
  replacements: readonly Extract<ProgramEvent, { does: "replace" }>[],
): readonly ShellEdit[] {
  return paths.flatMap((path): readonly ShellEdit[] => {
    if (replacements.length > 0) {
      return replacements.map(({ oldText, newText }) => ({ path, kind: "modify", oldText, newText }));
    }
    if (isAppended) return [{ path, kind: "modify", newText: text, how: "at-end" }];
    return [{ path, kind: text === null ? "modify" : "create", newText: text }];
  });
}

function otherEdits(event: Exclude<ProgramEvent, { does: "replace" | "write" }>): readonly ShellEdit[] {
  if (event.does === "delete") return event.paths.map((path) => ({ path, kind: "delete" }));
  if (event.does === "change") {
    const { paths, oldText, newText } = event;
    return paths.map((path) => ({ path, kind: "modify", oldText, newText }));
  }
  return event.to.map((path, at): ShellEdit => {
    const oldPath = event.from[at] ?? event.from[0];
    return event.does === "copy" || oldPath === undefined
      ? { path, kind: "create" }
      : { path, kind: "rename", oldPath };
  });
}
