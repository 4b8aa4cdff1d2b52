/** A function of a file that the agent has seen. Line numbers start at 1. */
export interface SeenFunction {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** A file as the agent has seen it. */
export interface SeenFile {
  readonly path: string;
  readonly lines: readonly string[];
  readonly functions: readonly SeenFunction[];
  /** Files of the repository that it imports. */
  readonly imports: readonly string[];
}

/** Reads a file back out of what `cat -n` printed. */
export function parseNumberedFile(path: string, output: string): SeenFile {
  const lines: string[] = [];
  for (const line of output.split("\n")) {
    const match = line.match(/^\s*(\d+)\t(.*)$/);
    if (match) lines[Number(match[1]) - 1] = match[2] as string;
  }
  return { path, lines, functions: findFunctions(lines), imports: findImports(path, lines) };
}

function findFunctions(lines: readonly string[]): SeenFunction[] {
  const functions: SeenFunction[] = [];
  for (const [index, line] of lines.entries()) {
    const name = line.match(/^(?:export )?function\*? (\w+)/)?.[1];
    if (name === undefined) continue;
    const length = lines.slice(index).indexOf("}");
    functions.push({ name, start: index + 1, end: length === -1 ? lines.length : index + length + 1 });
  }
  return functions;
}

function findImports(path: string, lines: readonly string[]): string[] {
  const found: string[] = [];
  for (const line of lines) {
    const target = line.match(/ from "(\.[^"]+)"/)?.[1];
    if (target !== undefined) found.push(resolvePath(path, target));
  }
  return found;
}

function resolvePath(from: string, target: string): string {
  const parts = from.split("/").slice(0, -1);
  for (const step of target.split("/")) {
    if (step === "..") parts.pop();
    else if (step !== ".") parts.push(step);
  }
  return parts.join("/");
}
