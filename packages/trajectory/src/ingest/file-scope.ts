import type { RawRecord } from "@memop/core";
import type { Scope, TrajectoryFormat } from "../format.ts";
import { type Classified, classifyRecord } from "./classify-record.ts";
import { blockOf } from "./source-position.ts";
import { unpacked } from "./unpacked.ts";

// A file's scope is that of the first record in its first block that is recognised, and `record` when there is none: so one
// thread, many, and shards that skip blocks agree on it. Members of another scope further on are refused as misplaced.

/** The scope of a file with these records, read from the start as far as needed. */
export async function scopeOfFile(
  records: AsyncIterable<RawRecord>,
  path: string,
  only: TrajectoryFormat | null,
): Promise<Scope> {
  for await (const record of records) {
    if (blockOf(record.byteOffset) > 0) break;
    for (const each of unpacked(record, { path })) {
      const scope = each.kind === "bad" ? null : scopeOf(each.kind === "text" ? each.text : each.value, path, only);
      if (scope !== null) return scope;
    }
  }
  return "record";
}

/** Null for what no format and no reader knows. */
function scopeOf(value: unknown, path: string, only: TrajectoryFormat | null): Scope | null {
  const source = { path };
  let classified: Classified;
  try {
    classified = classifyRecord(value, source, only);
  } catch {
    // It was recognised: what is wrong with it is said when it is read.
    return "record";
  }
  if (classified.kind === "unrecognised") return null;
  if (classified.kind !== "trajectory") return "record";
  const { format } = classified;
  if (format.scope === "record") return "record";
  if (format.faultOf(value) !== null) return null;
  const isAlone =
    format.scope === "group" && format.piecesOf(value).some((each) => format.groupOf(each, source) === null);
  return isAlone ? "record" : format.scope;
}
