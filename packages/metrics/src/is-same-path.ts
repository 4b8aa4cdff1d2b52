import { repositoryPath } from "@memop/trajectory";

/**
 * Whether a path that an agent wrote means a gold file.
 *
 * They are equal after normalisation, or the agent's path is absolute and ends with `/` and the gold path (a sandbox root
 * that is not known), or the gold path ends with `/` and the agent's path of at least two segments (a working directory
 * that is not known). `docs/setup.py` is not `setup.py`, and a scratch file `test.py` is not `src/test.py`.
 */
export function isSamePath(written: string, gold: string): boolean {
  const path = repositoryPath(written);
  if (path === gold) return true;
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path)) return path.endsWith(`/${gold}`);
  return path.includes("/") && gold.endsWith(`/${path}`);
}
