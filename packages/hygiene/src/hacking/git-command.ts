/** A call of git, its global options taken off. */
export interface GitCommand {
  readonly name: string;
  /** The words after the subcommand's name up to `--`; null for words that only running would tell. */
  readonly args: readonly (string | null)[];
}

const valuedGlobals: ReadonlySet<string> = new Set([
  "-C",
  "-c",
  "--git-dir",
  "--work-tree",
  "--namespace",
  "--exec-path",
]);

/** Options of git's subcommands whose value is the next word and is no revision. */
const valuedOptions: ReadonlySet<string> = new Set(
  "-S -G -n -L -U -O -o -b -B -m -M -s -e -F --grep --author --committer --max-count --skip --since --until --after --before --format --pretty --date --output --depth".split(
    " ",
  ),
);

/** Reads the words of a `git` command; null for other commands and for git without a subcommand. */
export function gitCommand(argv: readonly (string | null)[]): GitCommand | null {
  if (argv[0] !== "git") return null;
  let at = 1;
  while (argv[at]?.startsWith("-")) at += valuedGlobals.has(argv[at] as string) ? 2 : 1;
  const name = argv[at];
  if (name == null) return null;
  const rest = argv.slice(at + 1);
  const end = rest.indexOf("--");
  return { name, args: end === -1 ? rest : rest.slice(0, end) };
}

/** The words of a git command that are neither options nor their values: revisions, or paths. */
export function operands({ args }: GitCommand): readonly string[] {
  return args.filter((arg, at): arg is string => {
    if (arg === null || arg.startsWith("-")) return false;
    return !valuedOptions.has(args[at - 1] ?? "");
  });
}
