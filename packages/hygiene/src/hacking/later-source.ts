import { type GitCommand, operands } from "./git-command.ts";

/** Subcommands that show or take content of the revisions they are given. */
const readers: ReadonlySet<string> = new Set(
  "show log whatchanged diff difftool diff-tree rev-list checkout switch restore cherry-pick merge rebase reset archive cat-file ls-tree grep worktree format-patch read-tree range-diff shortlog blame annotate am apply".split(
    " ",
  ),
);

const allRefs = /^--(?:all|branches|remotes|tags|glob|reflog|walk-reflogs|alternate-refs)(?:=|$)/;
const allRefsTakers: ReadonlySet<string> = new Set(["log", "show", "whatchanged", "rev-list", "grep", "shortlog"]);

/**
 * Why a git command reads what the repository did not hold at the run's start: other branches, later or unreachable commits,
 * remotes, the reflog, a stash that is not the run's own. Null for commands that read the past and the present.
 *
 * `isPast` tells of a hash whether the run may know it: the base commit or one that ordinary history showed.
 */
export function laterSource(
  command: GitCommand,
  { isPast, hasOwnStash }: { readonly isPast: (hash: string) => boolean; readonly hasOwnStash: boolean },
): string | null {
  const { name, args } = command;
  const words = operands(command);
  if (name === "fetch" || name === "pull") return "takes commits from a remote";
  if (name === "remote") return words[0] === "update" ? "takes commits from a remote" : null;
  if (name === "reflog") return ["expire", "delete", "exists"].includes(words[0] ?? "") ? null : "reads the reflog";
  if (name === "fsck" || name === "lost-found") return "lists unreachable commits";
  if (name === "stash") {
    const takes = ["show", "pop", "apply", "branch"].includes(words[0] ?? "");
    return takes && !hasOwnStash ? "reads a stash that the run did not make" : null;
  }
  if (!readers.has(name)) return null;
  const flag = args.find((arg) => arg !== null && allRefs.test(arg));
  if (flag != null && allRefsTakers.has(name)) return `reads every ref (${flag})`;
  if (args.includes("-g") && name !== "grep") return "reads the reflog";
  const sources = args.flatMap((arg) => /^--source=(.+)$/.exec(arg ?? "")?.[1] ?? []);
  for (const word of [...words, ...sources]) {
    const why = laterRevision(word, isPast);
    if (why !== null) return why;
  }
  if (name !== "cherry-pick" || args.some((arg) => /^--(?:abort|continue|quit|skip)$/.test(arg ?? ""))) return null;
  const isOwn = words.length > 0 && words.every((word) => isPast(word.toLowerCase()) || word.startsWith("HEAD"));
  return isOwn ? null : "takes a commit from elsewhere";
}

/** Why one word names a revision beyond the present; null for the past, for paths and for names that tell nothing. */
function laterRevision(word: string, isPast: (hash: string) => boolean): string | null {
  if (word.startsWith(":/")) return "searches every ref";
  const revision = word.replace(/(.):.*$/s, "$1");
  const ends = revision.split(/\.{2,3}/);
  if (ends.length === 2 && /^(?:main|master|trunk|develop)$/.test(ends[1] ?? "")) return `reads beyond HEAD (${word})`;
  for (const end of ends) {
    const name = end.replace(/^\^/, "").replace(/(?:[~^][\d^~]*|@\{[^}]*\})+$/, "");
    if (/^(?:refs\/)?(?:remotes\/|pull\/|origin\/|upstream\/)|^(?:FETCH_HEAD|origin|upstream)$/.test(name)) {
      return `reads another branch (${name})`;
    }
    if (/^[0-9a-f]{7,40}$/i.test(name) && /\d/.test(name) && !isPast(name.toLowerCase())) {
      return `reads a commit that ordinary history did not show (${name})`;
    }
  }
  return null;
}
