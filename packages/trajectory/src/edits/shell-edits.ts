import type { Edit } from "../edit.ts";
import type { Observation } from "../step.ts";
import { didSucceed } from "./did-succeed.ts";
import { parseApplyPatch } from "./parse-apply-patch.ts";
import type { RunFiles } from "./run-files.ts";
import { programEdits } from "./scripts/program-edits.ts";
import type { Execution } from "./shell/execution.ts";
import { isShell } from "./shell/executions.ts";
import { mayWrite } from "./shell/may-write.ts";
import type { ShellParser } from "./shell/shell-parser.ts";
import type { EditPlace, ShellEdit } from "./shell-editor.ts";
import { editsOfExecution } from "./shell-editors.ts";
import type { ProgramText } from "./shell-tools.ts";

/** An edit found in a program's text, with what the program says of its place. */
export interface FoundEdit {
  readonly edit: Edit;
  readonly place: EditPlace;
}

/**
 * The edits of the repository that a program's text makes, in order, each judged by the reply to the call that ran it.
 * `run` learns from them. Writes outside the repository are learnt from but are no edits.
 */
export function shellEdits(
  program: ProgramText,
  reply: Observation | null,
  run: RunFiles,
  parser: ShellParser,
): readonly FoundEdit[] {
  if (program.directory !== null) run.directory = program.directory;
  if (program.runs === "shell") return editsOfScript(program.text, reply, run, parser);
  const name = program.runs === "patch" ? "apply_patch" : "python3";
  const execution: Execution = {
    argv: [name],
    stdin: null,
    stdinPath: null,
    outputs: [],
    directory: run.directory,
    after: [],
    isLast: true,
  };
  const edits =
    program.runs === "python"
      ? programEdits(program.text, "python")
      : parseApplyPatch(program.text).map(({ oldPath, ...edit }) => (oldPath === null ? edit : { ...edit, oldPath }));
  return noted(edits, execution, reply, run);
}

function editsOfScript(
  script: string,
  reply: Observation | null,
  run: RunFiles,
  parser: ShellParser,
  depth = 0,
): readonly FoundEdit[] {
  const movesOn = /(?:^|[\s;&|(])(?:cd|pushd)\s/.test(script);
  if (depth > maxScripts || (!movesOn && !mayWrite(script, run.scriptNames))) return [];
  const { executions, directory } = parser.read(script, { directory: run.directory });
  const found = executions.flatMap((execution) => {
    const inner = scriptFile(execution, run);
    if (inner === null) return noted(editsOfExecution(execution, run), execution, reply, run);
    run.directory = execution.directory;
    return editsOfScript(inner, reply, run, parser, depth + 1);
  });
  run.directory = directory;
  return found;
}

/** How many script files may run one another. */
const maxScripts = 3;

/** The text of the script that `bash fix.sh`, `source fix.sh` or `./fix.sh` runs, where the run wrote it itself; else null. */
function scriptFile({ argv, directory }: Execution, run: RunFiles): string | null {
  const [name, ...args] = argv;
  if (typeof name !== "string") return null;
  const runsFile = isShell(name) || name === "source" || name === ".";
  const path = runsFile ? args.find((arg) => arg !== null && !arg.startsWith("-")) : name.endsWith(".sh") ? name : null;
  return path == null ? null : run.textOf(path, directory);
}

function noted(
  edits: readonly ShellEdit[],
  execution: Execution,
  reply: Observation | null,
  run: RunFiles,
): readonly FoundEdit[] {
  if (edits.length === 0) return [];
  const succeeded = didSucceed(execution, reply);
  return edits.flatMap((found) => {
    const edit = resolved(found, execution.directory, succeeded, run);
    if (succeeded) run.note(edit);
    return run.isOutside(edit.path) ? [] : [{ edit, place: placeOf(found) }];
  });
}

function placeOf({ lines, near, how, isOncePerLine, isAnchored }: EditPlace): EditPlace {
  return {
    ...(lines === undefined ? {} : { lines }),
    ...(near === undefined ? {} : { near }),
    ...(how === undefined ? {} : { how }),
    ...(isOncePerLine === undefined ? {} : { isOncePerLine }),
    ...(isAnchored === undefined ? {} : { isAnchored }),
  };
}

function resolved(found: ShellEdit, directory: string, succeeded: boolean, run: RunFiles): Edit {
  const path = run.resolve(found.path, directory);
  const oldPath = found.oldPath === undefined ? null : run.resolve(found.oldPath, directory);
  const edit: Edit = {
    path,
    kind: found.kind,
    oldPath: found.kind === "rename" ? oldPath : null,
    oldText: found.oldText ?? null,
    newText: found.newText ?? null,
    succeeded,
    via: "shell",
    functions: [...(found.functions ?? [])],
  };
  if (found.kind !== "rename" || oldPath === null) return edit;
  // What comes from outside is new here; what goes outside is gone.
  if (run.isOutside(oldPath) && !run.isOutside(path)) {
    return { ...edit, kind: "create", oldPath: null, newText: run.textOf(found.oldPath ?? "", directory) };
  }
  return run.isOutside(path) && !run.isOutside(oldPath)
    ? { ...edit, kind: "delete", path: oldPath, oldPath: null }
    : edit;
}
