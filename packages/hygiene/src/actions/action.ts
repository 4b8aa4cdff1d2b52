import {
  type Execution,
  programText,
  type ShellParser,
  type Step,
  type ToolCall,
  type Trajectory,
} from "@memop/trajectory";
import { textsIn } from "../leaks/own-words.ts";
import { embeddedScripts } from "./embedded-scripts.ts";
import { substitutions } from "./substitutions.ts";
import { WrittenScripts } from "./written-scripts.ts";

/** One tool call of an agent: what it ran and what came back. */
export interface Action {
  readonly step: number;
  readonly turn: number | null;
  /** The tool's name as the run has it. */
  readonly tool: string;
  /** The command, the program, or the arguments' texts. */
  readonly text: string;
  /**
   * The commands that it runs: its own, those in `$(…)`, those that a program starts, those of a script that the run wrote
   * before. Empty for tools that run none, and for scripts that can touch neither history nor network.
   */
  readonly executions: readonly Execution[];
  /** Text of programs handed to an interpreter of another language (`python -c`, here-documents, notebook cells). */
  readonly programs: readonly string[];
  readonly reply: string;
  /** Exit status of the whole command; null when unknown. */
  readonly exitCode: number | null;
}

/**
 * The agent's tool calls in order, with their commands read by bash's grammar.
 *
 * Demonstrations and copied context are left out: the agent did not do them in this run.
 */
export function actionsOf(trajectory: Trajectory, parser: ShellParser): readonly Action[] {
  const scripts = new WrittenScripts();
  return trajectory.steps.flatMap((step) => {
    if (step.source !== "agent" || step.marks.some((mark) => foreignMarks.has(mark))) return [];
    for (const { path, newText } of step.edits) if (newText !== null) scripts.write(path, newText);
    return step.toolCalls.map((call) => actionOf(call, step, parser, scripts));
  });
}

const foreignMarks: ReadonlySet<string> = new Set(["demonstration", "copied-context", "synthetic"]);

/** Words without which a script can read neither history nor network. Others need not be parsed. */
const telling =
  /\b(?:git|gh|hg|curl|wget|https?|aria2c|lynx|w3m|pip[\d.]*|uv|conda|mamba|npm|npx|yarn|pnpm|gem|go|cargo|composer|apt|apt-get|urlopen|urlretrieve)\b|\.git\/|\.(?:sh|py)\b/;

function actionOf(call: ToolCall, step: Step, parser: ShellParser, scripts: WrittenScripts): Action {
  const program = programText(call);
  const answers = step.observations.filter(({ callId }) => callId === call.id || callId === null);
  const text = program?.text ?? textsIn(call.arguments).join("\n");
  const read = (script: string): readonly Execution[] => {
    if (!telling.test(script)) return [];
    const scriptsInside = [script, ...substitutions(script)];
    return scriptsInside.flatMap((each) => parser.read(each, { directory: "" }).executions);
  };
  const own = program?.runs === "shell" ? read(text) : [];
  for (const { stdin, outputs } of own) for (const { path } of outputs) scripts.write(path, stdin ?? "");
  const ran = own.flatMap((execution) => scripts.runBy(execution));
  const programs = [
    ...(program?.runs === "python" ? [text] : []),
    ...own.flatMap(programsOf),
    ...ran.filter(({ isShell }) => !isShell).map((each) => each.text),
  ];
  const inner = [
    ...ran.filter(({ isShell }) => isShell).map((each) => each.text),
    ...programs.flatMap(embeddedScripts),
  ].flatMap(read);
  return {
    step: step.index,
    turn: step.turn,
    tool: call.name,
    text,
    executions: [...own, ...inner],
    programs,
    reply: answers.map(({ content }) => content).join("\n"),
    exitCode: answers.find(({ exitCode }) => exitCode !== null)?.exitCode ?? null,
  };
}

/** The program that an interpreter gets by `-c`, `-e` or on its standard input. */
function programsOf({ argv: [name, ...args], stdin }: Execution): readonly string[] {
  if (!/^(?:python[\d.]*|pypy3?|ipython3?|node|deno|bun|ruby|perl)$/.test(name ?? "")) return [];
  const given = args.findIndex((arg) => arg === "-c" || arg === "-e" || arg === "--eval");
  const inline = given === -1 ? null : args[given + 1];
  return [inline, stdin].filter((text) => typeof text === "string" && text !== "") as string[];
}
