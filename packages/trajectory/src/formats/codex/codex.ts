import { defineFormat, type Reading } from "../../format.ts";
import { compact, isObject, nameOrNull, objectAt } from "../json-access.ts";
import { newTrajectory } from "../new-trajectory.ts";
import { type CodexEntry, entriesOf, isCodexRecord } from "./entry.ts";
import { CodexRecord } from "./raw.ts";
import { sessionSteps } from "./session-steps.ts";

/** Sessions of Codex as it keeps them: `~/.codex/sessions/…/rollout-<time>-<id>.jsonl`, and the documents of before. */
export const codex = defineFormat({
  name: "codex",
  title: "Codex CLI sessions (~/.codex/sessions/**/rollout-*.jsonl), all generations",
  scope: "file",
  gives: {
    taskId: "no",
    model: "sometimes",
    steps: "yes",
    reasoning: "sometimes",
    edits: "yes",
    patch: "no",
    outcome: "no",
    usage: "sometimes",
    cost: "no",
    timestamps: "sometimes",
    limits: "no",
    tokenIds: "no",
  },
  raw: CodexRecord,
  matches: isCodexRecord,
  couldHold: (head) => /"(?:payload|record_type|instructions|call_id|session)"|_text"/.test(head),
  toReading(records) {
    return sessionsOf(records.flatMap(entriesOf)).flatMap((entries) => readingOf(entries) ?? []);
  },
});

/**
 * Cuts a file where another session begins. A session that was forked starts with its own head and goes on with the other's,
 * which is a copy: it stays in one piece.
 */
function sessionsOf(entries: readonly CodexEntry[]): CodexEntry[][] {
  const sessions: CodexEntry[][] = [];
  let id: string | null = null;
  let isFork = false;
  for (const entry of entries) {
    const own = entry.kind === "meta" ? nameOrNull(entry.payload.id) : null;
    const isNext = own !== null && id !== null && own !== id && !isFork;
    if (sessions.length === 0 || isNext) sessions.push([]);
    if (own !== null && (id === null || isNext)) {
      id = own;
      isFork = typeof entry.payload.forked_from_id === "string";
    }
    sessions.at(-1)?.push(entry);
  }
  return sessions;
}

function readingOf(entries: readonly CodexEntry[]): Reading | null {
  const { steps, usage, model, exitStatus } = sessionSteps(entries);
  if (steps.length === 0) return null;
  const meta = entries.find((entry) => entry.kind === "meta")?.payload ?? {};
  const instructions = nameOrNull(objectAt(meta, "base_instructions").text) ?? nameOrNull(meta.instructions);
  const system = instructions === null ? [] : [{ source: "system" as const, text: instructions }];
  const spawn = objectAt(meta, "source", "subagent", "thread_spawn");
  const trajectory = newTrajectory({
    agent: { name: "codex", version: nameOrNull(meta.cli_version) },
    model,
    exitStatus,
    usage: usage ?? {},
    steps: [...system, ...steps],
    extra: compact({
      sessionId: nameOrNull(meta.id),
      originator: nameOrNull(meta.originator),
      workingDirectory: nameOrNull(meta.cwd),
      modelProvider: nameOrNull(meta.model_provider),
      git: isObject(meta.git) ? meta.git : null,
      subagentOf: nameOrNull(spawn.parent_thread_id),
      subagentRole: nameOrNull(spawn.agent_role),
      forkedFrom: nameOrNull(meta.forked_from_id),
    }) as Record<string, unknown>,
  });
  return { trajectory, outcome: null, task: null };
}
