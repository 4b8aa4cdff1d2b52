export { type CliCommand, type CommandCall, exitCodes, type Options } from "./command.ts";
export { type CommandEntry, commands } from "./commands/index.ts";
export type { Io } from "./io.ts";
export { main } from "./main.ts";
