import { open } from "node:fs/promises";
import { join } from "node:path";
import type { Writer } from "../writer.ts";
import { toJsonLine } from "./json-line.ts";

/** One JSON object per line, UTF-8, one file per split: `train.jsonl`. */
export const jsonl = {
  name: "jsonl",
  filesOf: (split) => `${split}.jsonl`,
  async open(folder, split) {
    const file = `${split}.jsonl`;
    const handle = await open(join(folder, file), "w");
    let rows = 0;
    let pending: string[] = [];
    let pendingLength = 0;
    const flush = async (): Promise<void> => {
      await handle.appendFile(pending.join(""));
      pending = [];
      pendingLength = 0;
    };
    return {
      async write(row) {
        const line = `${toJsonLine(row)}\n`;
        pending.push(line);
        pendingLength += line.length;
        if (pendingLength >= flushAt) await flush();
        rows += 1;
        return { file, row: rows - 1 };
      },
      async close() {
        await flush();
        await handle.sync();
        await handle.close();
      },
    };
  },
} as const satisfies Writer;

/** Characters that are gathered before they are written. */
const flushAt = 1 << 20;
