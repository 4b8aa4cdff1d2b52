import { openDatabase, quoteText } from "@memop/core";

// The peer: DuckDB reads a JSONL file and writes it as zstd Parquet, with one thread.
const [input, output] = process.argv.slice(2);
const database = await openDatabase({ threads: 1, memoryMb: 4096 });
await database.run(
  `COPY (SELECT * FROM read_json(${quoteText(input ?? "")}, format = 'newline_delimited', maximum_object_size = 268435456))
   TO ${quoteText(output ?? "")} (FORMAT parquet, COMPRESSION zstd)`,
);
database.close();
