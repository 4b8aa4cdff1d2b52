import type { Writer } from "./writer.ts";
import { jsonl } from "./writers/jsonl.ts";
import { parquet } from "./writers/parquet.ts";

/** Every writer; the first is the default. */
export const writers = [jsonl, parquet] as const satisfies readonly Writer[];

/** Name of a writer. */
export type WriterName = (typeof writers)[number]["name"];
