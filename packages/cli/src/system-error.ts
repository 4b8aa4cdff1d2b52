import { type ErrorCode, MemopError } from "@memop/core";

/** What the operating system's refusals mean to somebody who named a path, and which code they have. */
const refusals: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  ENOENT: ["NOT_FOUND", "no such file or folder"],
  ENOTDIR: ["BAD_USAGE", "a file stands where a folder is expected"],
  EEXIST: ["BAD_USAGE", "a file stands where a folder is expected"],
  EISDIR: ["BAD_USAGE", "a folder stands where a file is expected"],
  ENOTEMPTY: ["BAD_USAGE", "the folder is not empty"],
  EACCES: ["BAD_USAGE", "permission denied"],
  EPERM: ["BAD_USAGE", "permission denied"],
  EROFS: ["BAD_USAGE", "the file system is read-only"],
  ELOOP: ["BAD_INPUT", "a loop of symbolic links"],
  ENAMETOOLONG: ["BAD_USAGE", "the name is too long"],
  ENOSPC: ["RUN_FAILED", "no space is left on the device"],
  EDQUOT: ["RUN_FAILED", "the disk quota is used up"],
  EMFILE: ["RUN_FAILED", "too many files are open"],
  ENFILE: ["RUN_FAILED", "too many files are open"],
  EIO: ["RUN_FAILED", "the device failed"],
};

/** A refusal of the operating system in words, with its path; null for any other error. */
export function asSystemRefusal(error: unknown): MemopError | null {
  if (!(error instanceof Error)) return null;
  const { code, path, dest } = error as NodeJS.ErrnoException & { readonly dest?: string };
  const known = code === undefined ? undefined : refusals[code];
  if (known === undefined) return null;
  const place = dest ?? path;
  const text = place === undefined ? known[1] : `${place}: ${known[1]}`;
  return new MemopError(known[0], text, { cause: error });
}
