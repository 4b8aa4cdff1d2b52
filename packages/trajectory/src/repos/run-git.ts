import { execFile } from "node:child_process";
import { quietGit } from "./git-objects.ts";

const maxBytes = 256 * 1024 * 1024;

/** Runs git in a repository and gives what it prints; null when it ends with an error. Nothing is fetched or asked for. */
export function runGit(folder: string, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(
      "git",
      ["-C", folder, ...args],
      { env: { ...process.env, ...quietGit }, maxBuffer: maxBytes, encoding: "utf8" },
      (error, stdout) => resolve(error === null ? stdout : null),
    );
  });
}
