import type { CliCommand } from "../command.ts";
import { exitCodes } from "../command.ts";
import { examineMachine } from "../examine-machine.ts";

/** `memop doctor`. */
export const doctorCommand: CliCommand = {
  configure(parser) {
    parser
      .option("--json", "print a JSON list")
      .addHelpText(
        "after",
        "\nexit code 0 when everything that memop cannot do without is there, else 3\n\nexample: memop doctor",
      );
  },
  async run({ options }, io) {
    const parts = await examineMachine(io);
    if (options.json === true) io.out(`${JSON.stringify(parts)}\n`);
    else {
      const width = Math.max(...parts.map((part) => part.name.length));
      for (const part of parts) {
        const state = part.found ? "ok     " : "missing";
        io.out(`${state}  ${part.name.padEnd(width)}  ${part.found ? part.detail : `${part.gives}; ${part.detail}`}\n`);
      }
    }
    return parts.some((part) => part.required && !part.found) ? exitCodes.gate : exitCodes.done;
  },
};
