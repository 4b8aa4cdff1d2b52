import type { ToolCall } from "../../step.ts";
import { programText } from "../shell-tools.ts";

/** Lines of a file that an observation shows. The path is as written there. */
export interface Sighting {
  readonly path: string;
  /** 1-based number of the first line. */
  readonly first: number;
  readonly lines: readonly string[];
}

const maxCharacters = 400_000;

/**
 * What an observation shows of files: SWE-agent's window (`[File: …]`), `cat -n` and `nl` listings, Claude Code's `N→` lines,
 * and the plain output of `sed -n 'a,bp' file` and `cat file`.
 *
 * `call` is the tool call that it answers, which names the file where the observation does not.
 */
export function sightingsIn(observation: string, call: ToolCall | null): readonly Sighting[] {
  const text = outputOf(observation.slice(0, maxCharacters)).replaceAll("\r\n", "\n");
  const window = /\[File: (.+?) \(\d+ lines total\)\]/.exec(text);
  if (window !== null) return numbered(window[1] as string, text.slice(window.index), /^(\d+):(.*)$/);
  const listing = /(?:running `cat -n` on|a snippet of) (?:a snippet of )?(\S+?):?\n/.exec(text);
  if (listing !== null) return numbered(listing[1] as string, text.slice(listing.index), /^\s*(\d+)\t(.*)$/);
  if (call === null) return [];
  const path = pathArgument(call);
  if (path !== null) return numbered(path, text, /^\s*(\d+)[\t→](.*)$/);
  const program = programText(call);
  return program?.runs === "shell" ? printedFile(program.text, text) : [];
}

/** mini-swe-agent wraps what a command prints. */
function outputOf(observation: string): string {
  return /<output>\n?([\s\S]*?)<\/output>/.exec(observation)?.[1] ?? observation;
}

function pathArgument({ arguments: args }: ToolCall): string | null {
  const path = args.file_path ?? args.path ?? args.filePath;
  return typeof path === "string" ? path : null;
}

/** Runs of numbered lines; a gap in the numbers begins a new sighting. */
function numbered(path: string, text: string, pattern: RegExp): readonly Sighting[] {
  const found: { path: string; first: number; lines: string[] }[] = [];
  for (const row of text.split("\n")) {
    const [, number, line = ""] = pattern.exec(row) ?? [];
    if (number === undefined) continue;
    const last = found.at(-1);
    if (last !== undefined && last.first + last.lines.length === Number(number)) last.lines.push(line);
    else found.push({ path, first: Number(number), lines: [line] });
  }
  return found;
}

const file = String.raw`(?:"([^"\n]+)"|'([^'\n]+)'|([^\s|;&<>"'$*?]+))`;
const range = new RegExp(String.raw`\bsed\s+-n\s+['"]?(\d+)(?:,\s*\+?(\d+|\$))?p['"]?\s+${file}\s*$`);
const listed = new RegExp(
  String.raw`\b(?:cat\s+-\w*n\w*|nl\s+-\w+(?:\s+-\w+)*|grep\s+-\w*n\w*\s+\S.*?)\s+${file}\s*(?:\|\s*(?:sed|head|tail|grep)\b.*)?$`,
);
const whole = new RegExp(String.raw`^\s*(?:cat|head(?:\s+-n?\s*\d+)?)\s+${file}\s*$`);

/** What the last command of a script prints, where it prints a file. */
function printedFile(script: string, text: string): readonly Sighting[] {
  const last =
    script
      .trim()
      .split(/\s*(?:&&|;|\n)\s*/)
      .at(-1) ?? "";
  const part = range.exec(last);
  if (part !== null) {
    const first = Number(part[1]);
    const to = part[2] === undefined ? first : Number(part[2]);
    const lines = text.split("\n").slice(0, Number.isNaN(to) ? undefined : to - first + 1);
    return [{ path: part[3] ?? part[4] ?? part[5] ?? "", first, lines }];
  }
  const numbers = listed.exec(last);
  if (numbers !== null) return numbered(numbers[1] ?? numbers[2] ?? numbers[3] ?? "", text, /^\s*(\d+)[\t:-](.*)$/);
  const printed = whole.exec(last);
  if (printed === null || /elided_chars|Output too long|truncated/.test(text)) return [];
  return [{ path: printed[1] ?? printed[2] ?? printed[3] ?? "", first: 1, lines: text.split("\n") }];
}
