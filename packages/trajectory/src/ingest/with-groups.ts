import { open } from "node:fs/promises";
import { formatNamed, formats } from "../formats/index.ts";
import type { IngestOptions } from "./ingest.ts";
import { type IngestCall, sourceKey } from "./ingest-call.ts";
import type { LabelledInput } from "./read-inputs.ts";

/**
 * The inputs that a call must read: those that are new or changed, and, when any of these could hold members of groups, all
 * inputs of the call in which an earlier call found some. A session that went on in another file is so read as a whole.
 */
export async function withGroups(
  fresh: readonly LabelledInput[],
  inputs: readonly LabelledInput[],
  calls: readonly IngestCall[],
  options: IngestOptions,
): Promise<LabelledInput[]> {
  const grouped = new Set(calls.flatMap((call) => call.grouped ?? []));
  const chosen = new Set(fresh);
  const others = inputs.filter((input) => !chosen.has(input) && grouped.has(sourceKey(input, options)));
  if (others.length === 0) return [...fresh];
  const only = options.format === null ? formats : [formatNamed(options.format)];
  const groupFormats = only.filter((format) => format.scope === "group");
  for (const { file } of fresh) {
    const head = file.path === "-" ? null : await headOf(file.path);
    if (head !== null && !groupFormats.some((format) => format.couldHold(head, file.source))) continue;
    const wanted = new Set(others);
    return inputs.filter((input) => chosen.has(input) || wanted.has(input));
  }
  return [...fresh];
}

/** Start of a file's text; null where only reading all of it would tell: archives, compressed files, Parquet. */
async function headOf(path: string): Promise<string | null> {
  const handle = await open(path, "r");
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    return head.includes(0) || (head[0] === 0x1f && head[1] === 0x8b) || head[0] === 0x28
      ? null
      : head.toString("utf8");
  } finally {
    await handle.close();
  }
}

const HEAD_BYTES = 16 * 1024;
