/** Directories in which agent sandboxes check out the repository itself. */
const repositoryRoots: ReadonlySet<string> = new Set(["testbed", "repo", "app"]);

/**
 * A path as the agent wrote it, made relative to the repository's root: `/`-separated, without `./`, `..` or a leading `/`.
 *
 * Known roots are stripped: `/testbed`, `/repo`, `/app`, `/workspace/<any>`, `/<org>__<repo>[__<version>]`, and the working
 * directory when it lies under none of them. A relative path is taken from the working directory. The root itself is "".
 * A path outside every known root stays absolute (`/tmp/x.py`), so that it never equals a path of the repository.
 */
export function repositoryPath(path: string, workingDirectory: string | null = null): string {
  const written = withForwardSlashes(path.trim());
  const base = workingDirectory === null ? "" : withForwardSlashes(workingDirectory.trim());
  if (!isAbsolute(written) && !isAbsolute(base)) return normalised(written).join("/");
  const segments = normalised(isAbsolute(written) ? written : `${base}/${written}`);
  const depth = rootDepth(segments);
  if (depth > 0) return segments.slice(depth).join("/");
  const baseSegments = isAbsolute(base) ? normalised(base) : [];
  const isUnderBase = baseSegments.length > 0 && baseSegments.every((segment, at) => segments[at] === segment);
  if (isUnderBase && rootDepth(baseSegments) === 0) return segments.slice(baseSegments.length).join("/");
  return isDrive(segments[0]) ? segments.join("/") : `/${segments.join("/")}`;
}

/** Number of leading segments that name the repository's root; 0 when no known root leads there. */
function rootDepth([first, second]: readonly string[]): number {
  if (first === undefined) return 0;
  if (repositoryRoots.has(first)) return 1;
  if (first === "workspace") return second === undefined || isFileName(second) ? 1 : 2;
  return /^[^_].*?__[^_]/.test(first) ? 1 : 0;
}

/** `/workspace/x.py` is a file beside the repository's folder, not the folder. `/workspace/django__django__3.0` is one. */
function isFileName(segment: string): boolean {
  return !segment.includes("__") && /.\.[A-Za-z]\w*$/.test(segment);
}

function normalised(path: string): string[] {
  const segments: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === "..") segments.pop();
    else segments.push(segment);
  }
  return segments;
}

function withForwardSlashes(path: string): string {
  return /^[A-Za-z]:\\/.test(path) ? path.replaceAll("\\", "/") : path;
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") || isDrive(path.slice(0, 2));
}

function isDrive(segment: string | undefined): boolean {
  return segment !== undefined && /^[A-Za-z]:$/.test(segment);
}
