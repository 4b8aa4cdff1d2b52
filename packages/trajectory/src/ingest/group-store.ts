import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { createTable, type Database, defineTable, openDatabase, type TableAppender } from "@memop/core";
import type { GroupMember } from "./read-inputs.ts";
import type { SourcePosition } from "./source-position.ts";

/** The members of one group, in the order in which they were added. */
export interface StoredGroup {
  readonly format: string;
  readonly members: readonly { readonly at: SourcePosition; readonly value: unknown }[];
}

/** Members of groups on disk, until all have come: memory holds one group at a time. */
export interface GroupStore {
  add(member: GroupMember): Promise<void>;
  /** All groups in the order of their first members. */
  groups(): AsyncGenerator<StoredGroup>;
  /** Removes what was stored. */
  close(): Promise<void>;
}

/** Where each member lies in the file of their texts. */
const membersTable = defineTable({
  name: "members",
  key: ["number"],
  columns: {
    number: "BIGINT",
    group_name: "VARCHAR",
    format: "VARCHAR",
    start: "BIGINT",
    size: "BIGINT",
    source: "VARCHAR",
    source_file: "VARCHAR",
    source_byte: "DOUBLE",
    condition: "VARCHAR",
    run: "VARCHAR",
  },
});

/** Text that is gathered before it is written. */
const WRITE_BYTES = 1024 * 1024;

/** Opens a store in a new folder. */
export async function openGroupStore(folder: string): Promise<GroupStore> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const file = await open(join(folder, "members.jsonl"), "wx+");
  const database = await openDatabase({ memoryMb: 256, spillTo: join(folder, "spill") });
  const index = await createTable(database, membersTable, membersTable.name);
  return new DiskGroupStore(folder, file, database, index);
}

class DiskGroupStore implements GroupStore {
  private count = 0;
  private written = 0;
  private pending: Uint8Array[] = [];
  private pendingBytes = 0;

  constructor(
    private readonly folder: string,
    private readonly file: FileHandle,
    private readonly database: Database,
    private readonly index: TableAppender,
  ) {}

  async add({ group, format, json, at }: GroupMember): Promise<void> {
    this.index.append({
      number: this.count,
      group_name: group,
      format,
      start: this.written + this.pendingBytes,
      size: json.length,
      source: at.source,
      source_file: at.sourceFile,
      source_byte: at.sourceByte,
      condition: at.condition,
      run: at.run,
    });
    this.count += 1;
    this.pending.push(json);
    this.pendingBytes += json.length;
    if (this.pendingBytes >= WRITE_BYTES) await this.flush();
  }

  async *groups(): AsyncGenerator<StoredGroup> {
    await this.flush();
    this.index.finish();
    await this.database.run("CREATE TABLE firsts AS SELECT group_name, min(number) AS first FROM members GROUP BY ALL");
    const ordered = `SELECT members.*, first FROM members JOIN firsts USING (group_name) ORDER BY first, number`;
    let first = -1;
    let format = "";
    let members: StoredGroup["members"][number][] = [];
    for await (const batch of this.database.stream(ordered)) {
      for (const row of batch as unknown as readonly MemberRow[]) {
        if (row.first !== first && members.length > 0) {
          yield { format, members };
          members = [];
        }
        first = row.first;
        format = row.format;
        members.push({ at: positionOf(row), value: await this.read(row.start, row.size) });
      }
    }
    if (members.length > 0) yield { format, members };
  }

  async close(): Promise<void> {
    this.database.close();
    await this.file.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async flush(): Promise<void> {
    const bytes = Buffer.concat(this.pending);
    this.pending = [];
    this.pendingBytes = 0;
    let done = 0;
    while (done < bytes.length) {
      const { bytesWritten } = await this.file.write(bytes, done, bytes.length - done, this.written + done);
      done += bytesWritten;
    }
    this.written += bytes.length;
  }

  private async read(start: number, size: number): Promise<unknown> {
    const bytes = Buffer.allocUnsafe(size);
    let done = 0;
    while (done < size) {
      const { bytesRead } = await this.file.read(bytes, done, size - done, start + done);
      if (bytesRead === 0) throw new Error(`${this.folder} was cut off while it was read`);
      done += bytesRead;
    }
    return JSON.parse(bytes.toString("utf8"));
  }
}

interface MemberRow {
  readonly first: number;
  readonly format: string;
  readonly start: number;
  readonly size: number;
  readonly source: string;
  readonly source_file: string;
  readonly source_byte: number;
  readonly condition: string;
  readonly run: string | null;
}

function positionOf(row: MemberRow): SourcePosition {
  return {
    source: row.source,
    sourceFile: row.source_file,
    sourceByte: row.source_byte,
    condition: row.condition,
    run: row.run,
    isJoined: true,
  };
}
