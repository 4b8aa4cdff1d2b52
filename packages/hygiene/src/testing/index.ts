export { aRunOfCommands, type CommandAndReply } from "./a-run-of-commands.ts";
export { aMemoryUnderCheck, aRunUnderCheck, aTask } from "./clean-cases.ts";
export { describeHygieneFilter, type HygieneCases } from "./describe-hygiene-filter.ts";
