import { formats, outcomeFormats, trajectoryWriters } from "@memop/trajectory";
import type { CliCommand } from "../command.ts";
import { exitCodes } from "../command.ts";

/** `memop formats`. */
export const formatsCommand: CliCommand = {
  configure(parser) {
    parser.option("--json", "print a JSON list").addHelpText("after", "\nexample: memop formats --json");
  },
  async run({ options }, io) {
    const writes = new Set(trajectoryWriters.map((writer) => writer.name));
    const rows = [
      ...formats.map(({ name, title, scope }) => ({
        name,
        kind: "trajectory",
        title,
        scope,
        writes: writes.has(name),
      })),
      ...outcomeFormats.map(({ name, title }) => ({ name, kind: "outcome", title, scope: "record", writes: false })),
    ];
    if (options.json === true) {
      io.out(`${JSON.stringify(rows)}\n`);
      return exitCodes.done;
    }
    const width = Math.max(...rows.map((row) => row.name.length));
    for (const kind of ["trajectory", "outcome"]) {
      io.out(`${kind} formats\n`);
      for (const row of rows.filter((each) => each.kind === kind)) {
        io.out(`  ${row.name.padEnd(width)}  ${row.title}${row.writes ? " (can be written too)" : ""}\n`);
      }
    }
    return exitCodes.done;
  },
};
