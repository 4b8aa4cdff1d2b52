import { readingToAdp } from "./adp/to-adp.ts";
import { readingToAtif } from "./atif/to-atif.ts";
import { readingToOpenAi } from "./openai/to-openai.ts";
import type { TrajectoryWriter } from "./trajectory-writer.ts";

/** Every format that trajectories can be written in. */
export const trajectoryWriters: readonly TrajectoryWriter[] = [
  {
    name: "atif",
    title: "ATIF v1.7 of Harbor",
    holds: {
      taskId: "yes",
      model: "yes",
      steps: "yes",
      reasoning: "yes",
      edits: "yes",
      patch: "yes",
      outcome: "yes",
      usage: "yes",
      cost: "yes",
      timestamps: "yes",
      limits: "yes",
      tokenIds: "yes",
    },
    isLines: false,
    marksUntrained: true,
    keepsRestIn: "`extra.memop` of the document and its steps",
    write(reading) {
      const { document, losses } = readingToAtif(reading);
      return { document, losses, keptAside: losses };
    },
  },
  {
    name: "adp",
    title: "Agent Data Protocol, standardized (schema 1.2.0)",
    holds: {
      taskId: "yes",
      model: "yes",
      steps: "sometimes",
      reasoning: "sometimes",
      edits: "sometimes",
      patch: "yes",
      outcome: "yes",
      usage: "sometimes",
      cost: "sometimes",
      timestamps: "no",
      limits: "yes",
      tokenIds: "no",
    },
    isLines: false,
    marksUntrained: false,
    keepsRestIn: "`details.memop`, for the run but not for its steps",
    write: readingToAdp,
  },
  {
    name: "openai",
    title: "rows with OpenAI chat messages and tools (JSONL)",
    holds: {
      taskId: "yes",
      model: "yes",
      steps: "sometimes",
      reasoning: "sometimes",
      edits: "sometimes",
      patch: "yes",
      outcome: "sometimes",
      usage: "no",
      cost: "no",
      timestamps: "no",
      limits: "no",
      tokenIds: "no",
    },
    isLines: true,
    marksUntrained: true,
    keepsRestIn: null,
    write: readingToOpenAi,
  },
];
