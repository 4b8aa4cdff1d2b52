import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { isRepository, repositoryFolders } from "../../repos/repository-folders.ts";
import { runGit } from "../../repos/run-git.ts";
import type { SessionFacts } from "./session-facts.ts";

/** The repository that a session worked in. */
export interface SessionRepository {
  /** Where it lies now. */
  readonly folder: string;
  /** `owner/name` by its remote `origin`, else the name of its folder. */
  readonly name: string;
  /** Where it lay when the session ran; null when the session does not say. */
  readonly sessionRoot: string | null;
}

/**
 * Finds a session's repository below `root`: by the remote that the session names, else by its folder or the nearest folder
 * around it whose name a repository there has, else by the hash of its path. Null when there is none.
 */
export async function sessionRepository(root: string, facts: SessionFacts): Promise<SessionRepository | null> {
  const named = nameOfRemote(facts.remote);
  const byRemote = named === null ? undefined : repositoryFolders(root, named)[0];
  if (byRemote !== undefined) return found(byRemote, facts, named);
  for (const ancestor of ancestorsOf(facts.folder)) {
    const name = ancestor.split("/").at(-1) ?? "";
    const folder = isRepository(ancestor) && isBelow(ancestor, root) ? ancestor : repositoryFolders(root, name)[0];
    if (folder !== undefined) return found(folder, facts, null, ancestor);
  }
  const byHash = facts.folderHash === null ? undefined : folderOfHash(root, facts.folderHash);
  return byHash === undefined ? null : found(byHash, facts, null, byHash);
}

async function found(
  folder: string,
  facts: SessionFacts,
  named: string | null,
  sessionRoot: string | null = null,
): Promise<SessionRepository> {
  const remote = named ?? nameOfRemote(await runGit(folder, ["config", "--get", "remote.origin.url"]));
  const last = folder.replace(/\/+$/, "").split("/").at(-1) as string;
  const name = remote ?? last.replace(/\.git$/, "").replace(/^([^_].*?)__(.+)$/, "$1/$2");
  const ownName = name.split("/").at(-1);
  const around = ancestorsOf(facts.folder).find((each) => each.split("/").at(-1) === ownName);
  return { folder, name, sessionRoot: sessionRoot ?? around ?? facts.folder };
}

/** A folder and all folders around it, the nearest first. */
function ancestorsOf(folder: string | null): readonly string[] {
  const segments = (folder ?? "").replaceAll("\\", "/").split("/").filter(Boolean);
  const lead = folder?.startsWith("/") === true ? "/" : "";
  return segments.map((_, at) => lead + segments.slice(0, segments.length - at).join("/"));
}

function isBelow(folder: string, root: string): boolean {
  return `${resolve(folder)}/`.startsWith(`${resolve(root)}/`);
}

/** `owner/name` of `git@host:owner/name.git` and `https://host/owner/name`; null for other texts. */
function nameOfRemote(remote: string | null): string | null {
  const [, owner, name] = /[/:]([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?\s*$/.exec(remote ?? "") ?? [];
  return owner === undefined || name === undefined ? null : `${owner}/${name}`;
}

function folderOfHash(root: string, hash: string): string | undefined {
  const children = readdirSync(root, { withFileTypes: true }).map(({ name }) => join(root, name));
  return children.find(
    (folder) => isRepository(folder) && createHash("sha256").update(resolve(folder)).digest("hex") === hash,
  );
}
