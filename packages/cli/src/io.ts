/** What a command may touch of the world: everything that a test replaces. */
export interface Io {
  /** Writes data to standard output, as it is. */
  out(text: string): void;
  /** Writes progress, notes and errors to standard error, as it is. */
  err(text: string): void;
  /** Folder of the call: relative paths are resolved against it. */
  readonly workingFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** True when standard error is a terminal: progress is shown. */
  readonly showsProgress: boolean;
  /** True when output may be coloured: a terminal, and no NO_COLOR. */
  readonly colours: boolean;
  /** Shows a long text in a pager; absent when standard output is no terminal. False when there is no pager to be had. */
  page?(text: string): Promise<boolean>;
  /** Columns of the terminal; absent when standard output is none. */
  readonly terminalWidth?: number;
  /** Aborted by Ctrl-C or a termination request. */
  readonly signal: AbortSignal;
}
