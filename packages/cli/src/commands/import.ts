import { statSync } from "node:fs";
import { basename } from "node:path";
import { importTable, MemopError, openOrCreateWorkspace } from "@memop/core";
import type { CliCommand } from "../command.ts";
import { exitCodes } from "../command.ts";
import { importableTables } from "../importable-tables.ts";
import { pathOf } from "../option-values.ts";
import { printResult } from "../print-result.ts";
import { readSubmissions } from "../submissions-by-name.ts";

/** `memop import TABLE FILE --out WS`. */
export const importCommand: CliCommand = {
  configure(parser) {
    parser
      .argument("<table>", `which table: ${importableTables.map(({ schema }) => schema.name).join(", ")}`)
      .argument(
        "<file>",
        "Parquet, CSV or JSONL with the columns of docs/workspace.md; more columns are kept. outcomes also: JSON of resolved task ids by system",
      )
      .requiredOption("--out <ws>", "workspace folder; made when it is not there")
      .option("--dry-run", "say what would be done, and write nothing")
      .option("--json", "print one JSON object")
      .addHelpText("after", "\nexample: memop import scores cards.parquet --out workspace");
  },
  async run({ args, options }, io) {
    const found = importableTables.find(({ schema }) => schema.name === args[0]);
    if (found === undefined) {
      const known = importableTables.map(({ schema }) => schema.name).join(", ");
      throw new MemopError("BAD_USAGE", `table "${args[0]}" cannot be imported`, { hint: `known: ${known}` });
    }
    const path = pathOf(args[1], "the file", io);
    if (statSync(path).isDirectory()) throw new MemopError("BAD_USAGE", `${path} is a folder: expected one file`);
    const root = pathOf(options.out, "--out", io);
    if (options.dryRun === true) {
      printResult(io, options, { dryRun: true, table: found.schema.name, file: path, workspace: root });
      return exitCodes.done;
    }
    const workspace = await openOrCreateWorkspace(root);
    const table = found.schema.name === "outcomes" ? await readSubmissions(path) : null;
    const file = { path, source: basename(path), ...(table === null ? {} : { table }) };
    const { result } = await importTable(workspace, found.schema, file, found.rules());
    printResult(io, options, result);
    if (Number(result.refused) > 0) {
      io.err(`${result.refused} rows were refused: see ${root}/refused/import-${found.schema.name}.jsonl\n`);
    }
    return Number(result.used) > 0 ? exitCodes.done : exitCodes.usage;
  },
};
