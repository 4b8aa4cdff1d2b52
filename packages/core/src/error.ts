/** Stable identifiers: messages may be reworded, codes may not. */
export type ErrorCode =
  | "BAD_USAGE"
  | "BAD_CONFIG"
  | "BAD_INPUT"
  | "BAD_RECORD"
  | "BAD_WORKSPACE"
  | "UNKNOWN_FORMAT"
  | "NOT_FOUND"
  | "LOCKED"
  | "GATE"
  | "INTERRUPTED"
  | "MISSING_DEPENDENCY"
  | "RUN_FAILED";

/**
 * The one error this project throws on purpose. Anything else that escapes is a bug.
 *
 * `message` puts the subject first, in lower case, with the offending values and the limit; `hint` says what to try next.
 */
export class MemopError extends Error {
  override readonly name = "MemopError";
  /** What to try next; the command line prints it under the message. */
  readonly hint: string | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    { hint, cause }: { readonly hint?: string; readonly cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.hint = hint;
  }
}
