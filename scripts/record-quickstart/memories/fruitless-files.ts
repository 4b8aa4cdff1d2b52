import type { Rollout } from "../agent/rollout.ts";

/** Files that a rollout edited, in order, without one edit that is part of its final patch. */
export function fruitlessFiles(rollout: Rollout): string[] {
  const kept = new Set(patchedFiles(rollout.finalPatch));
  return editedFiles(rollout).filter((path) => !kept.has(path));
}

/** Files of a unified diff, new names. */
export function patchedFiles(patch: string): string[] {
  return [...patch.matchAll(/^\+\+\+ b\/(src\/.+)$/gm)].map((match) => match[1] as string);
}

/** Functions that a diff changes, by file: the last definition above a changed line, in the hunk or its header. */
export function patchedFunctions(patch: string): { readonly path: string; readonly symbol: string }[] {
  const found = new Map<string, { path: string; symbol: string }>();
  let path = "";
  let symbol: string | undefined;
  for (const line of patch.split("\n")) {
    if (line.startsWith("diff --git ")) symbol = undefined;
    path = line.match(/^\+\+\+ b\/(src\/.+)$/)?.[1] ?? path;
    symbol = line.match(/^(?:@@ .* @@ | )(?:export )?function\*? (\w+)/)?.[1] ?? symbol;
    if (/^[-+](?![-+])/.test(line) && symbol !== undefined) found.set(`${path} ${symbol}`, { path, symbol });
  }
  return [...found.values()];
}

function editedFiles(rollout: Rollout): string[] {
  const paths = rollout.turns.map(({ call }) => {
    if (call.tool === "str_replace") return call.path;
    return call.tool === "bash" ? call.command.match(/sed -i '.*' (src\/\S+) && git diff/)?.[1] : undefined;
  });
  return [...new Set(paths.filter((path) => path !== undefined))];
}
