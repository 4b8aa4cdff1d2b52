import type { Node } from "web-tree-sitter";
import type { Execution } from "./execution.ts";
import { expandedBody, type Variables, wordValue } from "./word-value.ts";

/** Where a command reads from and writes to. */
export type Redirections = Pick<Execution, "stdin" | "stdinPath" | "outputs">;

/** No redirection at all. */
export const emptyRedirections: Redirections = { stdin: null, stdinPath: null, outputs: [] };

/**
 * Reads redirection nodes. bash's grammar hangs what follows a here-document's marker on the same line below the
 * here-document: `piped` are commands after `|`, `following` those after `&&` or `||`.
 */
export function redirectionsOf(
  nodes: readonly Node[],
  script: string,
  variables: Variables,
): { readonly redirections: Redirections; readonly piped: readonly Node[]; readonly following: readonly Node[] } {
  let { stdin, stdinPath } = emptyRedirections;
  const outputs: Execution["outputs"][number][] = [];
  const piped: Node[] = [];
  const following: Node[] = [];
  const read = (node: Node): void => {
    if (node.type === "file_redirect") {
      const target = targetOf(node, variables);
      const operator = /^\d*\s*(&>>|&>|>>|>\||>&|>|<&|<)/.exec(node.text)?.[1] ?? "";
      const descriptor = node.childForFieldName("descriptor")?.text;
      if (target === null || /^\d+$|^-$/.test(target)) return;
      if (operator === "<") stdinPath = target;
      else if (operator.includes(">") && (descriptor === undefined || descriptor === "1")) {
        outputs.push({ path: target, isAppended: operator.includes(">>") });
      }
    } else if (node.type === "herestring_redirect") {
      const word = node.namedChildren.at(-1);
      const text = word == null ? null : wordValue(word, variables);
      stdin = text === null ? null : `${text}\n`;
    } else if (node.type === "heredoc_redirect") {
      stdin = heredocText(node, script, variables);
      for (const child of node.namedChildren) {
        if (child === null || /^heredoc_|file_descriptor/.test(child.type)) continue;
        if (/redirect$/.test(child.type)) read(child);
        else if (child.type === "pipeline")
          piped.push(...(child.namedChildren.filter((each) => each !== null) as Node[]));
        // `cat <<EOF extra.txt`: a word after the marker is an argument, which no command here needs.
        else if (/command|statement|list/.test(child.type)) following.push(child);
      }
    }
  };
  nodes.forEach(read);
  return { redirections: { stdin, stdinPath, outputs }, piped, following };
}

function targetOf(node: Node, variables: Variables): string | null {
  const target = node.childForFieldName("destination") ?? node.namedChildren.at(-1) ?? null;
  return target === null ? null : wordValue(target, variables);
}

/** The body of a here-document, whole lines: the grammar's own node loses white space at its start. */
function heredocText(node: Node, script: string, variables: Variables): string {
  const marker = node.namedChildren.find((child) => child?.type === "heredoc_start");
  const body = node.namedChildren.find((child) => child?.type === "heredoc_body");
  if (body == null) return "";
  const end = node.namedChildren.find((child) => child?.type === "heredoc_end");
  const first = script.lastIndexOf("\n", Math.max(0, body.startIndex - 1)) + 1;
  const last = end == null ? body.endIndex : script.lastIndexOf("\n", end.startIndex) + 1;
  const text = script.slice(first, Math.max(first, last));
  const unindented = node.text.startsWith("<<-") ? text.replace(/^\t+/gm, "") : text;
  return marker != null && /['"\\]/.test(marker.text) ? unindented : expandedBody(unindented, variables);
}
