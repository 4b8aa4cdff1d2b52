import type { Edit } from "../../edit.ts";
import { parseApplyPatch } from "../../edits/parse-apply-patch.ts";
import { repositoryPath } from "../../repository-path.ts";
import type { Observation, ToolCall } from "../../step.ts";
import { toolArguments } from "../chat/tool-arguments.ts";
import { isObject, nameOrNull, objectAt, type UnknownObject } from "../json-access.ts";

/** The call that an item makes; null for items that make none. */
export function codexCall(item: UnknownObject): ToolCall | null {
  const id = nameOrNull(item.call_id) ?? nameOrNull(item.id) ?? "";
  switch (item.type) {
    case "function_call":
      return { id, name: nameOrNull(item.name) ?? "unknown", arguments: toolArguments(item.arguments) };
    case "custom_tool_call": {
      const name = nameOrNull(item.name) ?? "unknown";
      // `exec` runs a program in JavaScript, not in a shell.
      return { id, name, arguments: { [name === "exec" ? "source" : "input"]: item.input ?? "" } };
    }
    case "local_shell_call": {
      const { command, working_directory: workdir } = objectAt(item, "action");
      return { id, name: "local_shell", arguments: { command, ...(typeof workdir === "string" ? { workdir } : {}) } };
    }
    case "web_search_call":
    case "tool_search_call":
    case "image_generation_call":
      return {
        id,
        name: String(item.type).replace(/_call$/, ""),
        arguments: toolArguments(item.action ?? item.arguments),
      };
    default:
      return null;
  }
}

/** True for an item that is the reply to a call. */
export function isOutput(item: UnknownObject): boolean {
  return typeof item.type === "string" && item.type.endsWith("_output");
}

/** What came back: plain text, JSON of text and metadata, or a list of blocks; and the images and such among these. */
export function codexObservation(item: UnknownObject): {
  readonly observation: Observation;
  readonly parts: readonly unknown[];
} {
  const callId = nameOrNull(item.call_id);
  const { text, parts, success, exitCode } = outputOf(item.output ?? item.tools);
  return { observation: { callId, content: text, isError: success === null ? null : !success, exitCode }, parts };
}

interface Output {
  readonly text: string;
  readonly parts: readonly unknown[];
  readonly success: boolean | null;
  readonly exitCode: number | null;
}

function outputOf(output: unknown): Output {
  if (Array.isArray(output)) {
    const texts = output.flatMap((block) => (isObject(block) && typeof block.text === "string" ? [block.text] : []));
    const parts = output.filter((block) => !isObject(block) || typeof block.text !== "string");
    const text = texts.join("\n");
    return { text, parts, success: null, exitCode: statedExitCode(text) };
  }
  const parsed = typeof output === "string" && output.startsWith("{") ? jsonOrNull(output) : output;
  if (isObject(parsed) && ("output" in parsed || "content" in parsed)) {
    const { metadata, success } = parsed;
    const inner = outputOf(parsed.output ?? parsed.content);
    const code = objectAt(metadata).exit_code;
    return {
      ...inner,
      success: typeof success === "boolean" ? success : inner.success,
      exitCode: Number.isSafeInteger(code) ? (code as number) : inner.exitCode,
    };
  }
  const text =
    typeof output === "string" ? output : output === undefined || output === null ? "" : JSON.stringify(output);
  return { text, parts: [], success: null, exitCode: statedExitCode(text) };
}

/** The status that newer versions write before the output. */
function statedExitCode(text: string): number | null {
  const found = /^(?:Exit code: |Process exited with code |.{0,200}\nProcess exited with code )(-?\d{1,9})$/ms.exec(
    text.slice(0, 400),
  );
  return found === null ? null : Number(found[1]);
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * The edits of patches in the source of an `exec` call: `tools.apply_patch("*** Begin Patch…")`. Patches anywhere else are
 * found later, with those in shell text (edits/extract-edits.ts).
 */
export function execEdits(call: ToolCall, reply: Observation | undefined, workingDirectory: string | null): Edit[] {
  const source = call.name === "exec" ? call.arguments.source : null;
  if (typeof source !== "string" || !source.includes("apply_patch")) return [];
  const isRefused = reply === undefined || reply.isError === true || /^(?:Script failed|Error)/.test(reply.content);
  const literals = source.match(
    /apply_patch\(\s*(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|`(?:[^`\\]|\\[\s\S])*`)/g,
  );
  return (literals ?? []).flatMap((literal) =>
    parseApplyPatch(unquoted(literal.slice(literal.indexOf("(") + 1).trim())).map((edit) => ({
      ...edit,
      path: repositoryPath(edit.path, workingDirectory),
      oldPath: edit.oldPath === null ? null : repositoryPath(edit.oldPath, workingDirectory),
      succeeded: !isRefused,
      via: "tool" as const,
    })),
  );
}

/** The text that a JavaScript string literal stands for. */
function unquoted(literal: string): string {
  return literal
    .slice(1, -1)
    .replaceAll(/\\(u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|\r?\n|[\s\S])/gi, (_, written: string) => {
      if (/^[ux]./.test(written))
        return String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(written.replace(/^[ux]\{?/, ""), 16)));
      return (
        { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", v: "\v", "0": "\0", "\n": "", "\r\n": "" }[written] ?? written
      );
    });
}
