import type { Observation } from "../step.ts";
import type { Execution } from "./shell/execution.ts";

/**
 * Whether a command that should have edited files did, by what came back.
 *
 * The exit status is that of the script's last command, so it decides only there. For a command before it, and where no
 * status is known, error messages in that command's name decide; so do those of a command before it in a chain of `&&`,
 * after which it did not run. Without any reply nothing says that it was done: false.
 */
export function didSucceed(
  execution: Pick<Execution, "argv" | "isLast" | "outputs" | "after">,
  reply: Observation | null,
): boolean {
  if (reply === null) return false;
  const failed = reply.exitCode === null ? reply.isError === true : reply.exitCode !== 0;
  if (failed && execution.isLast) return false;
  const text = reply.content;
  if (
    /^\s*(?:\S*\/)?(?:-?bash|sh|zsh)(?:: (?:-c|line \d+|eval))*: .*(?:syntax error|unexpected (?:EOF|token))/m.test(
      text,
    )
  )
    return false;
  if (saysOwnError(execution.argv[0] ?? "", withoutOthers(text, execution.argv))) return false;
  // Whether a program that only reports (grep, pytest) failed, its words do not tell; of these they do.
  const surelyRan = reply.exitCode === 0 && execution.isLast;
  if (!surelyRan && execution.after.some(([before]) => isTold(before ?? "") && saysOwnError(before ?? "", text)))
    return false;
  return !execution.outputs.some(({ path }) => saysErrorOf(path, text));
}

/** Reply without the complaints about files that this command does not name: they are of others of its name. */
function withoutOthers(text: string, [name, ...words]: Execution["argv"]): string {
  if (!/^(?:g?sed|mv|cp|rm|perl|tee|touch|install|truncate|ed)$/.test(name ?? "")) return text;
  const own = words.filter((word) => word !== null && word !== "");
  return text
    .split("\n")
    .filter((line) => {
      const isAboutFile = /: (?:No such file or directory|Permission denied|Is a directory|Not a directory)/.test(line);
      return !isAboutFile || words.includes(null) || own.some((word) => line.includes(word as string));
    })
    .join("\n");
}

function isTold(name: string): boolean {
  return /^(?:cd|pushd|sed|gsed|perl|git|patch|apply_patch|mv|cp|rm|mkdir|python[\d.]*)$/.test(name);
}

function saysOwnError(name: string, text: string): boolean {
  if (/^python|^pypy|^ipython/.test(name))
    return /^Traceback \(most recent call last\)|^\s*(?:\w+\.)*(?:SyntaxError|IndentationError|NameError)\b/m.test(
      text,
    );
  if (/^(?:node|nodejs|deno|bun)$/.test(name)) return /^(?:Uncaught )?\w*Error: |^\s+at .*\(?node:/m.test(text);
  if (name === "git") return /^(?:error|fatal): /m.test(text);
  if (name === "patch")
    return (
      /^(?:patch: \*\*\*\*|Hunk #\d+ FAILED|can't find file to patch|\d+ out of \d+ hunks? FAILED|.*malformed patch)/m.test(
        text,
      ) || isMissing(name, text)
    );
  if (name === "apply_patch" || name === "applypatch")
    return /^(?:Error|Invalid|Failed|error|apply_patch verification failed)/m.test(text) || isMissing(name, text);
  if (name === "perl" || name === "ruby") return /^Can't open|^syntax error at|No such file or directory/m.test(text);
  if (name === "") return false;
  if (name === "cd" || name === "pushd")
    return new RegExp(
      String.raw`\b${name}: .*(?:No such file or directory|Not a directory|not found|can't cd)`,
      "m",
    ).test(text);
  return new RegExp(String.raw`^\s*(?:\S*\/)?${escaped(name)}: (?!warning)`, "m").test(text) || isMissing(name, text);
}

function isMissing(name: string, text: string): boolean {
  return new RegExp(`${escaped(name)}: (?:command )?not found`).test(text);
}

function saysErrorOf(path: string, text: string): boolean {
  return new RegExp(
    `${escaped(path)}: (?:No such file|Permission denied|Is a directory|Read-only|cannot overwrite|Not a directory)`,
  ).test(text);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
