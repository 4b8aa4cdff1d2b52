import { MemopError } from "@memop/core";
import type { SourceContext, TrajectoryFormat } from "../format.ts";
import { adp } from "./adp/adp.ts";
import { agentless } from "./agentless/agentless.ts";
import { aiderBenchmark } from "./aider-benchmark/aider-benchmark.ts";
import { aiderChat } from "./aider-chat/aider-chat.ts";
import { anthropicMessages } from "./anthropic-messages/anthropic-messages.ts";
import { atif } from "./atif/atif.ts";
import { autoCodeRover } from "./autocoderover/autocoderover.ts";
import { chatRows } from "./chat-rows/chat-rows.ts";
import { claudeCode } from "./claude-code/claude-code.ts";
import { claudeStream } from "./claude-stream/claude-stream.ts";
import { codex } from "./codex/codex.ts";
import { codexExec } from "./codex-exec/codex-exec.ts";
import { dars } from "./dars/dars.ts";
import { expeRepair } from "./experepair/experepair.ts";
import { geminiCli } from "./gemini-cli/gemini-cli.ts";
import { miniSweAgent } from "./mini-swe-agent/mini-swe-agent.ts";
import { moatless } from "./moatless/moatless.ts";
import { moatlessTransitions } from "./moatless-transitions/moatless-transitions.ts";
import { nebius } from "./nebius/nebius.ts";
import { openHandsCompletions } from "./openhands-completions/openhands-completions.ts";
import { openHandsV0 } from "./openhands-v0/openhands-v0.ts";
import { openHandsV1 } from "./openhands-v1/openhands-v1.ts";
import { otelGenAi } from "./otel-genai/otel-genai.ts";
import { plainDiff } from "./plain-diff/plain-diff.ts";
import { r2eGym } from "./r2e-gym/r2e-gym.ts";
import { shareGpt } from "./sharegpt/sharegpt.ts";
import { sweAgent } from "./swe-agent/swe-agent.ts";
import { terminalBench } from "./terminal-bench/terminal-bench.ts";
import { traeAgent } from "./trae-agent/trae-agent.ts";

/** Every trajectory format that can be read, most specific first. */
export const formats = [
  autoCodeRover,
  expeRepair,
  plainDiff,
  atif,
  adp,
  dars,
  moatless,
  moatlessTransitions,
  agentless,
  aiderBenchmark,
  aiderChat,
  terminalBench,
  traeAgent,
  miniSweAgent,
  sweAgent,
  openHandsCompletions,
  openHandsV1,
  openHandsV0,
  claudeStream,
  claudeCode,
  codex,
  codexExec,
  geminiCli,
  otelGenAi,
  anthropicMessages,
  nebius,
  r2eGym,
  shareGpt,
  chatRows,
] as const satisfies readonly TrajectoryFormat[];

/** Name of a format, as typed after `--format`. */
export type FormatName = (typeof formats)[number]["name"];

/** The format of that name. Throws `UNKNOWN_FORMAT` when there is none. */
export function formatNamed(name: string): TrajectoryFormat {
  const found = formats.find((format) => format.name === name);
  if (found !== undefined) return found;
  throw new MemopError("UNKNOWN_FORMAT", `no trajectory format is named "${name}"`, {
    hint: `known formats: ${formats.map((format) => format.name).join(", ")}`,
  });
}

/** The first format whose shape `record` has; null when it has none's. */
export function sniffFormat(record: unknown, source?: SourceContext): TrajectoryFormat | null {
  return formats.find((format) => format.matches(record, source)) ?? null;
}
