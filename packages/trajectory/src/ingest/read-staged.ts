import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findInputFiles } from "@memop/core";
import type { TrajectoryFormat } from "../format.ts";
import { joinFolders } from "./join-folders.ts";
import { joinGroups } from "./join-groups.ts";
import { type ReadItem, readInputs, type StagedRow } from "./read-inputs.ts";

/**
 * Reads everything under the given paths as `ingest` would, without a workspace: rows in the order of their sources. `sees`
 * is shown each row and each member of a trajectory before members are put together.
 */
export async function* readStaged(
  paths: readonly string[],
  workingFolder: string,
  format: TrajectoryFormat | null = null,
  sees: (item: ReadItem) => void = () => {},
): AsyncGenerator<StagedRow> {
  const labels = { condition: "none", run: null };
  const files = await findInputFiles(paths, workingFolder);
  const inputs = files.map((file) => ({ file, labelsOf: () => labels, isResults: false }));
  const isDone = (): boolean => false;
  const items = joinFolders(shownTo(sees, readInputs(inputs, { format, shard: null, isDone })));
  yield* joinGroups(items, { folder: join(tmpdir(), `memop-groups-${randomUUID()}`), isDone });
}

async function* shownTo<Item>(sees: (item: Item) => void, items: AsyncIterable<Item>): AsyncGenerator<Item> {
  for await (const item of items) {
    sees(item);
    yield item;
  }
}
