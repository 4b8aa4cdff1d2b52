import { MemopError } from "@memop/core";
import type { TrajectoryFormat } from "../format.ts";
import { atif } from "./atif/atif.ts";
import { chatRows } from "./chat-rows/chat-rows.ts";
import { miniSweAgent } from "./mini-swe-agent/mini-swe-agent.ts";
import { openHandsCompletions } from "./openhands-completions/openhands-completions.ts";
import { openHandsV0 } from "./openhands-v0/openhands-v0.ts";
import { sweAgent } from "./swe-agent/swe-agent.ts";

/** Every trajectory format that can be read, most specific first. */
export const formats = [
  atif,
  miniSweAgent,
  sweAgent,
  openHandsCompletions,
  openHandsV0,
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
export function sniffFormat(record: unknown): TrajectoryFormat | null {
  return formats.find((format) => format.matches(record)) ?? null;
}
