import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";

/** An object as git stores it; null when the repository has none of that name. */
export type GitObject = { readonly type: string; readonly bytes: Buffer } | null;

/** Reads objects of one repository: one git process for all of them. */
export interface GitObjects {
  /** `name` is what git calls an object: `COMMIT:path`, `COMMIT^{commit}`. One with a line end in it is never found. */
  read(name: string): Promise<GitObject>;
  close(): void;
}

interface Waiting {
  resolve(object: GitObject): void;
  reject(cause: Error): void;
}

/** Nothing may be fetched, asked for or written while objects are read. */
export const quietGit = {
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_LAZY_FETCH: "1",
  LC_ALL: "C",
} as const;

/** Starts `git cat-file --batch` in a repository. What git says when it cannot read it is the message of every answer. */
export function openGitObjects(folder: string): GitObjects {
  const git = spawn("git", ["-C", folder, "cat-file", "--batch"], { env: { ...process.env, ...quietGit } });
  const waiting: Waiting[] = [];
  let said = "";
  let received: Buffer[] = [];
  let failure: Error | null = null;
  const fail = (cause: Error): void => {
    failure ??= cause;
    for (const each of waiting.splice(0)) each.reject(failure);
  };
  git.on("error", fail);
  git.stdin.on("error", fail);
  git.stderr.on("data", (chunk: Buffer) => {
    said += chunk.toString("utf8");
  });
  git.on("close", () => fail(new Error(said.trim() || "git ended")));
  git.stdout.on("data", (chunk: Buffer) => {
    received.push(chunk);
    for (let answer = answerIn(received); answer !== null; answer = answerIn(received)) {
      received = answer.rest.length === 0 ? [] : [answer.rest];
      waiting.shift()?.resolve(answer.object);
    }
  });
  // It waits for questions without keeping the program alive; a question that is open does.
  hold(git, false);
  return {
    read(name) {
      if (/[\n\0]/.test(name)) return Promise.resolve(null);
      if (failure !== null) return Promise.reject(failure);
      hold(git, true);
      return new Promise<GitObject>((resolve, reject) => {
        waiting.push({ resolve, reject });
        git.stdin.write(`${name}\n`);
      }).finally(() => hold(git, waiting.length > 0));
    },
    close() {
      git.kill();
    },
  };
}

function hold(git: ChildProcessWithoutNullStreams, isNeeded: boolean): void {
  const parts = [git, git.stdout, git.stdin, git.stderr] as unknown as { ref?(): void; unref?(): void }[];
  for (const part of parts) isNeeded ? part.ref?.() : part.unref?.();
}

/** The first whole answer: `<id> <type> <size>` and so many bytes and a line end, or `<name> missing`. */
function answerIn(received: readonly Buffer[]): { readonly object: GitObject; readonly rest: Buffer } | null {
  const bytes = received.length === 1 ? (received[0] as Buffer) : Buffer.concat(received);
  const end = bytes.indexOf(0x0a);
  if (end === -1) return null;
  const [, type, size] = /^[0-9a-f]+ (\w+) (\d+)$/.exec(bytes.subarray(0, end).toString("latin1")) ?? [];
  if (type === undefined) return { object: null, rest: bytes.subarray(end + 1) };
  const start = end + 1;
  const stop = start + Number(size);
  if (bytes.length <= stop) return null;
  return { object: { type, bytes: bytes.subarray(start, stop) }, rest: bytes.subarray(stop + 1) };
}
