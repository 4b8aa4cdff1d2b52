import { defineFormat } from "../../format.ts";
import { isObject } from "../json-access.ts";
import { isPartOfSession, isSessionLine } from "./line-kind.ts";
import { type SessionLine, SessionRecord } from "./raw.ts";
import { sessionReadings } from "./session-reading.ts";

/** Sessions of Claude Code as it keeps them: `~/.claude/projects/<folder>/<session>.jsonl`. */
export const claudeCode = defineFormat({
  name: "claude-code",
  title: "Claude Code sessions (~/.claude/projects), resumed and exported again, with their subagents",
  scope: "group",
  gives: {
    taskId: "no",
    model: "sometimes",
    steps: "yes",
    reasoning: "sometimes",
    edits: "yes",
    patch: "no",
    outcome: "no",
    usage: "sometimes",
    cost: "sometimes",
    timestamps: "yes",
    limits: "no",
    tokenIds: "no",
  },
  raw: SessionRecord,
  matches: (record) => isSessionLine(record) || isDocument(record),
  groupOf(record, source) {
    if (isDocument(record)) return null;
    if (!isObject(record) || !isPartOfSession(record)) return "";
    return typeof record.sessionId === "string" ? `session ${record.sessionId}` : `file ${source.path}`;
  },
  couldHold: (head) =>
    /"(?:sessionId|leafUuid|messageId|parentUuid|loglines|attachment)"|"type": ?"(?:user|assistant)"/.test(head),
  toReading(records) {
    const lines = records.flatMap((record): readonly SessionLine[] => record.loglines ?? [record]);
    return sessionReadings(lines);
  },
});

function isDocument(record: unknown): boolean {
  return isObject(record) && Array.isArray(record.loglines) && isSessionLine(record.loglines[0]);
}
