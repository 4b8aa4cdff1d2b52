/** One command as it would be run, after expansion. */
export interface Execution {
  /** Name without its folder (`python3`) and arguments; null for a word that only running would tell. */
  readonly argv: readonly (string | null)[];
  /** Text on standard input: a here-document, a here-string, or what `echo` or `cat` pipes in. Null when unknown or none. */
  readonly stdin: string | null;
  /** The file that standard input comes from; null when there is none or it is unknown. */
  readonly stdinPath: string | null;
  /** Files that standard output goes to. */
  readonly outputs: readonly { readonly path: string; readonly isAppended: boolean }[];
  /** Working directory as far as the script tells it: absolute, relative to where the script began, or "" for there. */
  readonly directory: string;
  /** Commands that had to succeed before this one ran: those before it in a chain of `&&`, `cd` among them. */
  readonly after: readonly (readonly (string | null)[])[];
  /** True when the exit status of the whole script is this command's. */
  readonly isLast: boolean;
}
