import type { DraftStep } from "../draft-step.ts";
import { keyStrokes } from "./key-strokes.ts";

/** A line of `commands.txt`: what was typed at once. */
interface Typed {
  readonly keys: readonly string[];
  /** The keys as the text that the terminal shows; "" for keys that show nothing. */
  readonly command: string;
  readonly isByHarness: boolean;
}

/**
 * The steps of a trial: what the agent was told, and a step for each line of keys with what the terminal's log has between
 * that line's echo and the next one's. Where no echo is found the whole log stands after the last step.
 *
 * The harness types too: it starts recordings, installs and starts the agent, runs the tests. Those steps are `synthetic`.
 */
export function trialSteps(instruction: string | null, commands: readonly string[], log: string): DraftStep[] {
  const typed = typedLines(commands);
  const answers = answersIn(
    log,
    typed.map(({ command }) => command),
  );
  const steps: DraftStep[] = instruction === null ? [] : [{ source: "user", text: instruction }];
  for (const [at, { keys, command, isByHarness }] of typed.entries()) {
    const isCommand = keys.at(-1) === "Enter" && command !== "";
    const answer = answers[at] ?? "";
    steps.push({
      source: "agent",
      toolCalls: [
        isCommand
          ? { id: "call-1", name: "bash", arguments: { command, keys } }
          : { id: "call-1", name: "send_keys", arguments: { keys } },
      ],
      observations:
        answer === "" ? [] : [{ callId: isCommand ? "call-1" : null, content: answer, isError: null, exitCode: null }],
      marks: isByHarness ? ["synthetic"] : [],
    });
  }
  const last = steps.at(-1);
  if (log === "" || answers.some((answer) => answer !== "")) return steps;
  if (last?.source === "agent") last.observations = [{ callId: null, content: log, isError: null, exitCode: null }];
  else steps.push({ source: "user", text: log, marks: ["synthetic"] });
  return steps;
}

function typedLines(commands: readonly string[]): readonly Typed[] {
  const lines = commands
    .flatMap((text) => text.split(/\r?\n/))
    .filter((line) => line.trim() !== "")
    .map(keyStrokes);
  // An agent that is installed into the container is started by the harness, and types nothing itself.
  const isInstalled = lines.some((keys) => keys.some((key) => key.includes("/installed-agent/")));
  let areTests = false;
  let previous = "";
  return lines.map((keys) => {
    const command = keys.filter((key) => key !== "Enter").join("");
    if (/^asciinema rec .*tests\.cast|^bash \/tests\/run-tests\.sh/.test(command)) areTests = true;
    const isRecording = /^asciinema rec .*\/logs\//.test(command);
    const isByHarness =
      isInstalled || areTests || isRecording || (command === "clear" && previous.startsWith("asciinema rec "));
    previous = command;
    return { keys, command: keys.at(-1) === "Enter" ? command : "", isByHarness };
  });
}

/** What the log has after the echo of each command, up to the next echo that is found; "" for commands without one. */
function answersIn(log: string, commands: readonly string[]): readonly string[] {
  let from = 0;
  const echoes = commands.map((command) => {
    const line = command.split("\n")[0]?.trim() ?? "";
    const at = line === "" ? -1 : log.indexOf(line, from);
    if (at === -1) return null;
    from = at + line.length;
    const lineStart = log.lastIndexOf("\n", at) + 1;
    return { lineStart, end: log.indexOf("\n", from) === -1 ? log.length : log.indexOf("\n", from) + 1 };
  });
  return echoes.map((echo, at) => {
    if (echo === null) return "";
    const next = echoes.slice(at + 1).find((each) => each !== null);
    return log.slice(echo.end, Math.max(echo.end, next?.lineStart ?? log.length)).trim();
  });
}
