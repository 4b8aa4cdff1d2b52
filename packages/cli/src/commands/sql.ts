import { MemopError, openTables, openWorkspace, quoteName } from "@memop/core";
import { decisionViews } from "@memop/curation";
import type { CliCommand } from "../command.ts";
import { exitCodes } from "../command.ts";
import { pathOf } from "../option-values.ts";
import { textTable } from "../text-table.ts";
import { workspaceTables } from "../workspace-tables.ts";

/** `memop sql WS QUERY`. */
export const sqlCommand: CliCommand = {
  configure(parser) {
    parser
      .argument("<ws>", "workspace folder")
      .argument("<query>", "a DuckDB query; each table is a view, and so are d_accept and d_reject")
      .option("--json", "print a JSON list of rows")
      .option("--jsonl", "print one JSON object per row, streamed")
      .addHelpText(
        "after",
        `\ntables: ${workspaceTables.map((table) => table.name).join(", ")}\n\nexample: memop sql workspace "select condition, avg(sr) from scores group by all" --json`,
      );
  },
  async run({ args, options }, io) {
    const workspace = openWorkspace(pathOf(args[0], "the workspace", io));
    const query = String(args[1]);
    if (query.trim() === "") throw new MemopError("BAD_USAGE", "the query is empty");
    const database = await openTables(workspace, workspaceTables, { threads: 2, memoryMb: 2048 });
    try {
      for (const [name, query] of Object.entries(decisionViews)) {
        await database.run(`CREATE VIEW ${quoteName(name)} AS ${query}`);
      }
      if (options.json !== true && options.jsonl !== true) {
        const rows = await database.all(query);
        io.out(textTable(rows));
        return exitCodes.done;
      }
      const isList = options.json === true;
      let count = 0;
      // The list is opened by its first row, so that a query with a mistake prints nothing.
      for await (const rows of database.stream(query)) {
        for (const row of rows) {
          const separator = isList ? (count === 0 ? "[" : ",") : "";
          io.out(`${separator}${JSON.stringify(row)}${isList ? "" : "\n"}`);
          count += 1;
        }
      }
      if (isList) io.out(count === 0 ? "[]\n" : "]\n");
      return exitCodes.done;
    } finally {
      database.close();
    }
  },
};
