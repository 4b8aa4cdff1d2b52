import { isObject, nameOrNull } from "../../formats/json-access.ts";
import type { Trajectory } from "../../trajectory.ts";

/** What a recorded session says of where and when it ran; null where it does not. */
export interface SessionFacts {
  /** Identifies the session among others of its kind. */
  readonly sessionId: string | null;
  /** Absolute path of the folder in which the session began. */
  readonly folder: string | null;
  /** SHA-256 of the project's folder, which Gemini CLI records in the folder's place. */
  readonly folderHash: string | null;
  readonly branch: string | null;
  /** Commit that was checked out when the session began. */
  readonly commit: string | null;
  /** Address of the repository, as `git remote` has it. */
  readonly remote: string | null;
  /** ISO 8601. */
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** The first message of the user that is no message of the harness. */
  readonly problemStatement: string | null;
}

/** Gathers the facts of a session from what the readers of Claude Code, Codex and Gemini CLI keep. */
export function sessionFacts({ steps, extra }: Trajectory): SessionFacts {
  const git = isObject(extra.git) ? extra.git : {};
  const times = steps.flatMap(({ timestamp }) => timestamp ?? []).sort();
  const asked = steps.find(
    ({ source, marks, text, extra: more }) =>
      source === "user" && marks.length === 0 && text.trim() !== "" && more.kind === undefined,
  );
  const firstFolder = steps.find(({ workingDirectory }) => workingDirectory !== null)?.workingDirectory ?? null;
  return {
    sessionId: nameOrNull(extra.sessionId),
    folder: firstFolder ?? nameOrNull(extra.workingDirectory),
    folderHash: nameOrNull(extra.projectHash),
    branch: branchName(nameOrNull(extra.gitBranch) ?? nameOrNull(git.branch)),
    commit: hashOrNull(nameOrNull(git.commit_hash) ?? nameOrNull(git.commit)),
    remote: nameOrNull(git.repository_url),
    startedAt: times[0] ?? nameOrNull(extra.startTime),
    endedAt: times.at(-1) ?? nameOrNull(extra.lastUpdated),
    problemStatement: asked?.text ?? null,
  };
}

/** A detached checkout has no branch. */
function branchName(name: string | null): string | null {
  return name === null || name === "HEAD" || name.startsWith("-") ? null : name;
}

function hashOrNull(commit: string | null): string | null {
  return commit !== null && /^[0-9a-f]{7,64}$/i.test(commit) && !/^0+$/.test(commit) ? commit : null;
}
