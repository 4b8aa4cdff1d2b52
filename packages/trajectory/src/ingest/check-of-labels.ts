import { MemopError } from "@memop/core";
import type { IngestOptions } from "./ingest.ts";
import { labelPath, labelReader } from "./labels.ts";
import type { LabelledInput } from "./read-inputs.ts";

/** Throws at the end when a label pattern fitted no file at all: the arms would be lost without a word. */
export function checkOfLabels(
  inputs: readonly LabelledInput[],
  { labels, condition, run, shard }: IngestOptions,
  isContinued: boolean,
): { saw(sourceFile: string): void; end(): void } {
  const { fits } = labelReader(labels, { condition, run });
  const underOf = new Map(inputs.map(({ file }) => [file.source, file.under]));
  let last = "";
  let found = inputs.length === 0 || shard !== null || isContinued;
  return {
    saw(sourceFile) {
      if (found || sourceFile === last) return;
      last = sourceFile;
      const member = sourceFile.indexOf("#");
      // A "#" may also stand in the name of a plain file.
      const under = underOf.get(sourceFile) ?? underOf.get(sourceFile.slice(0, Math.max(0, member)));
      found = under !== undefined && fits(labelPath(under, sourceFile));
    },
    end() {
      if (found) return;
      throw new MemopError("BAD_USAGE", `label pattern "${labels}" fits none of the ${inputs.length} files`, {
        hint: `it is compared with paths such as ${inputs[0]?.file.under}, and inside archives with ARCHIVE/MEMBER`,
      });
    },
  };
}
