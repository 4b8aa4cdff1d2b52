export { loadConfig } from "./config/load-config.ts";
export { type ErrorCode, MemopError } from "./error.ts";
export { flushToDisk } from "./files/flush-to-disk.ts";
export { hashFile } from "./files/hash-file.ts";
export { writeFileAtomic } from "./files/write-file-atomic.ts";
export { hashOf, sha256Hex } from "./hash.ts";
export { canonicalJson, type Json, type JsonObject } from "./json.ts";
export { createRandom, type Random } from "./random.ts";
export { arrowFormOf, readArrowRows } from "./records/arrow/arrow-rows.ts";
export { type Bytes, collect, peek } from "./records/byte-stream.ts";
export { decompress } from "./records/decompress.ts";
export { type BrokenEntry, type Entry, openEntries } from "./records/entries.ts";
export { compareText, findInputFiles, type InputFile } from "./records/input-file.ts";
export { isParquet, readParquetRows } from "./records/parquet-rows.ts";
export { defaultRecordLimits, MAX_RECORD_BYTES, type RawRecord, type RecordLimits } from "./records/raw-record.ts";
export { type Block, type BlockItem, readBlock } from "./records/read-block.ts";
export { type Line, readLines } from "./records/read-lines.ts";
export { readRecords } from "./records/read-records.ts";
export { type Database, type DatabaseOptions, openDatabase } from "./tables/database.ts";
export { readParquetSql, writeParquet } from "./tables/parquet.ts";
export { createTable, type TableAppender } from "./tables/table-appender.ts";
export { type FileRow, openTableFile, type TableFile } from "./tables/table-file.ts";
export { columnList, defineTable, quoteName, quoteText, type Row, type TableSchema } from "./tables/table-schema.ts";
export { waitingRows } from "./tables/waiting-rows.ts";
export { version } from "./version.ts";
export { commitStage, recoverStages, stagingFolder } from "./workspace/commit-stage.ts";
export { type ImportRules, importTable } from "./workspace/import-table.ts";
export { importedTable, putImportedBack } from "./workspace/imported-rows.ts";
export { withLock } from "./workspace/lock.ts";
export { emptyManifest, FileRecord, Manifest, StageRecord } from "./workspace/manifest.ts";
export { openTables } from "./workspace/open-tables.ts";
export { countReasons, type Refusal } from "./workspace/refusal.ts";
export { runStage } from "./workspace/run-stage.ts";
export type { StageContext, StageDefinition } from "./workspace/stage-definition.ts";
export { hashTables, isWhole } from "./workspace/whole-tables.ts";
export {
  openOrCreateWorkspace,
  openWorkspace,
  readManifest,
  tableFiles,
  tableSql,
  type Workspace,
} from "./workspace/workspace.ts";
export { writeTable } from "./workspace/write-table.ts";
