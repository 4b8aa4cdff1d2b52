import type { ToolCall } from "../../step.ts";
import type { ChatMessage } from "../chat/chat-message.ts";
import { chatSteps } from "../chat/chat-steps.ts";
import { contentText, otherParts } from "../chat/content-text.ts";
import type { DraftStep } from "../draft-step.ts";
import { stepEdits } from "../edit-tools/step-edits.ts";
import { nameOrNull, objectAt, parsedOrNull, unusedEntries } from "../json-access.ts";
import { actionCalls } from "./action-call.ts";
import { isDemonstration, type MatchedHistory } from "./matched-history.ts";
import type { ActionEntry, HistoryEntry } from "./raw.ts";
import { type WindowState, windowedEdits } from "./windowed-edits.ts";

/** The messages before the agent's first own one, then one agent step for each executed action. */
export function sweAgentSteps(actions: readonly ActionEntry[], { lead, asked, shown }: MatchedHistory): DraftStep[] {
  let before: WindowState = { openFile: null, workingDirectory: null };
  const steps = actions.map((entry, at) => {
    const own = windowState(entry.state);
    const state = {
      openFile: own.openFile ?? before.openFile,
      workingDirectory: own.workingDirectory ?? before.workingDirectory,
    };
    before = own;
    return actionStep(entry, asked[at] ?? null, shown[at] ?? null, state);
  });
  return [...lead.map(leadStep), ...steps];
}

/** The steps of a file that holds a history alone: all of it is a demonstration. */
export function demonstrationSteps(history: readonly HistoryEntry[]): DraftStep[] {
  return chatSteps(history.map(asChat)).map((step) => ({ ...step, marks: ["demonstration"] }));
}

/** A message as OpenAI's chat has it: replies name their call, and an action written as text is a call of its own. */
function asChat(entry: HistoryEntry, at: number, history: readonly HistoryEntry[]): ChatMessage {
  const { tool_call_ids: ids } = entry;
  if (Array.isArray(ids)) return { ...entry, tool_call_id: ids[0] };
  const isReply = entry.role === "user" && textCalls(history[at - 1]).length > 0;
  if (isReply) return { ...entry, role: "tool", tool_call_id: textCalls(history[at - 1])[0]?.id };
  const calls = textCalls(entry);
  if (calls.length === 0) return entry;
  return { ...entry, tool_calls: calls.map(({ id, ...call }) => ({ id, function: call })) };
}

/** The calls of an agent's message that has its action only as text. */
function textCalls(entry: HistoryEntry | undefined): readonly ToolCall[] {
  if (entry?.role !== "assistant" || typeof entry.action !== "string" || Array.isArray(entry.tool_calls)) return [];
  return actionCalls(entry.action, null);
}

function actionStep(
  entry: ActionEntry,
  asked: HistoryEntry | null,
  shown: HistoryEntry | null,
  state: WindowState,
): DraftStep {
  const action = entry.action ?? "";
  const response = entry.response ?? "";
  const text = entry.thought ?? response;
  const isSynthetic = isHarnessExit(action, text);
  const toolCalls = isSynthetic ? [] : actionCalls(action, asked);
  const content = entry.observation ?? "";
  const callId = toolCalls.length === 1 ? (toolCalls[0]?.id ?? null) : null;
  const observations =
    entry.observation === null || entry.observation === undefined
      ? []
      : [{ callId, content, isError: null, exitCode: null }];
  const windowed = toolCalls.flatMap((call) => windowedEdits(call, state, content));
  const edits = windowed.length > 0 ? windowed : stepEdits(toolCalls, observations, state.workingDirectory);
  const details = objectAt(entry.extra_info);
  // The agent sees the observation inside a template; only where it saw something else is that worth keeping.
  const seen = contentText(shown?.content);
  return {
    source: "agent",
    text,
    reasoning: thoughtOf(asked),
    toolCalls,
    observations,
    edits,
    marks: isSynthetic ? ["synthetic"] : [],
    workingDirectory: state.workingDirectory,
    extra: {
      ...(response === text ? {} : { response }),
      ...(toolCalls[0]?.arguments.command === action || action === "" ? {} : { action }),
      ...(state.openFile === null ? {} : { openFile: state.openFile }),
      ...(typeof entry.execution_time === "number" ? { executionSeconds: entry.execution_time } : {}),
      ...(shown === null || seen.includes(content.trim()) ? {} : { shown: seen }),
      ...(Object.keys(details).length === 0 ? {} : { info: details }),
    },
  };
}

/** What the model thought before it answered, where the history keeps its blocks; null when there is none. */
function thoughtOf(asked: HistoryEntry | null): string | null {
  const blocks = Array.isArray(asked?.thinking_blocks) ? asked.thinking_blocks : [];
  const texts = blocks.flatMap((block) => nameOrNull(objectAt(block).thinking) ?? []);
  return texts.length === 0 ? null : texts.join("\n\n");
}

/** True when the harness, not the model, wrote this entry to end the run. `exit_forfeit` is the model's own command. */
function isHarnessExit(action: string, text: string): boolean {
  const command = action.trim();
  if (/^exit_(?:cost|context|format|error|api|environment_error|command_timeout|total_execution_time)$/.test(command))
    return true;
  return command === "" && /^(?:Exit(?:ed)? (?:due to|because)|Environment (?:died|error))/.test(text);
}

function leadStep(entry: HistoryEntry): DraftStep {
  const parts = otherParts(entry.content);
  const isSystem = entry.role === "system";
  return {
    source: isSystem ? "system" : entry.role === "assistant" ? "agent" : "user",
    text: contentText(entry.content),
    marks: isDemonstration(entry) ? ["demonstration"] : [],
    extra: {
      ...unusedEntries(
        entry,
        new Set(["role", "content", "agent", "message_type", "is_demo", "cache_control", "thought", "tags"]),
      ),
      ...(parts === null ? {} : { parts }),
      ...(["system", "user", "assistant"].includes(entry.role) ? {} : { role: entry.role }),
    },
  };
}

function windowState(state: unknown): WindowState {
  const parsed = parsedOrNull(state);
  const openFile = nameOrNull(objectAt(parsed).open_file);
  return {
    openFile: openFile === null || openFile.trim() === "n/a" ? null : openFile,
    workingDirectory: nameOrNull(objectAt(parsed).working_dir),
  };
}
