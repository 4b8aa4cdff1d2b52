import type { CliCommand } from "../command.ts";
import { exitCodes } from "../command.ts";
import { formatListText, listedFormats } from "../format-list.ts";

/** `memop formats`. */
export const formatsCommand: CliCommand = {
  configure(parser) {
    parser.option("--json", "print a JSON list").addHelpText("after", "\nexample: memop formats --json");
  },
  async run({ options }, io) {
    const listed = listedFormats();
    io.out(options.json === true ? `${JSON.stringify(listed)}\n` : formatListText(listed));
    return exitCodes.done;
  },
};
