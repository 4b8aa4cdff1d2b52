import { MemopError } from "@memop/core";
import type { CliCommand } from "../command.ts";

/** A command's name and line in the overview; the rest is loaded when it is called. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  load(): Promise<CliCommand>;
}

/** Every command, in the order of the overview. */
export const commands: readonly CommandEntry[] = [
  {
    name: "ingest",
    summary: "read trajectories, tasks, outcomes and memories into a workspace",
    load: async () => (await import("./ingest.ts")).ingestCommand,
  },
  {
    name: "import",
    summary: "take a table made elsewhere: score cards, outcomes, memories or tasks",
    load: async () => (await import("./import.ts")).importCommand,
  },
  {
    name: "tasks",
    summary: "derive the tasks of recorded sessions from their git repositories",
    load: async () => (await import("./tasks.ts")).tasksCommand,
  },
  {
    name: "score",
    summary: "measure every rollout by the ten metrics",
    load: async () => (await import("./score.ts")).scoreCommand,
  },
  {
    name: "curate",
    summary: "accept or reject each memory by what it changed",
    load: async () => (await import("./curate.ts")).curateCommand,
  },
  {
    name: "reward",
    summary: "turn decisions into validated rewards",
    load: async () => (await import("./reward.ts")).rewardCommand,
  },
  {
    name: "export",
    summary: "write a training dataset for a trainer",
    load: async () => (await import("./export.ts")).exportCommand,
  },
  {
    name: "report",
    summary: "write one HTML page about a workspace",
    load: async () => (await import("./report.ts")).reportCommand,
  },
  {
    name: "study",
    summary: "compare conditions along one axis, or study where runs fail",
    load: async () => (await import("./study.ts")).studyCommand,
  },
  {
    name: "run",
    summary: "run a pipeline of stages from a YAML file",
    load: async () => (await import("./run.ts")).runCommand,
  },
  {
    name: "show",
    summary: "show a workspace, or one trajectory of it",
    load: async () => (await import("./show.ts")).showCommand,
  },
  {
    name: "sql",
    summary: "query a workspace's tables",
    load: async () => (await import("./sql.ts")).sqlCommand,
  },
  {
    name: "convert",
    summary: "convert trajectories to another format",
    load: async () => (await import("./convert.ts")).convertCommand,
  },
  {
    name: "gather",
    summary: "join the workspaces of shards into one",
    load: async () => (await import("./gather.ts")).gatherCommand,
  },
  {
    name: "formats",
    summary: "list the formats that can be read and written",
    load: async () => (await import("./formats.ts")).formatsCommand,
  },
  {
    name: "doctor",
    summary: "say what is installed, what is missing, and what it would give",
    load: async () => (await import("./doctor.ts")).doctorCommand,
  },
];

/** The command of that name. Throws `BAD_USAGE`, listing what there is. */
export function commandNamed(name: string): CommandEntry {
  const found = commands.find((command) => command.name === name);
  if (found) return found;
  throw new MemopError("BAD_USAGE", `no command is named "${name}"`, {
    hint: `commands: ${commands.map((command) => command.name).join(", ")}`,
  });
}
