import { sha256Hex } from "@memop/core";
import { extractEdits, loadShellParser, type ShellParser, Trajectory, turnsOf } from "@memop/trajectory";
import type { Example } from "../example.ts";
import type { ExportRefusal, ExportRefusalReason } from "../export-refusal.ts";
import { memoryPrompt } from "../prompt/memory-prompt.ts";
import { trajectoryParts } from "../prompt/trajectory-parts.ts";
import type { Recipe, RecipeContext, Slot } from "../recipe.ts";
import { type JudgedMemory, judgedMemories } from "./judged-memories.ts";
import { type LongTexts, readLongTexts } from "./long-texts.ts";
import { type SourceTrajectory, sourceTrajectories } from "./source-trajectories.ts";

/**
 * Supervised fine-tuning of a memory model, −log P(M | τ, T, R): accepted memories, each with the run it came from.
 *
 * A memory of one task is one row. A memory that serves many is one row per task it was proven on (or per task of the
 * runs it names as its sources), at most `maxRowsPerMemory`, sampled by the seed; the others are refused as `over-cap`.
 * Source: docs/papers.md#stage-one.
 */
export const sft: Recipe & { readonly name: "sft" } = {
  name: "sft",
  title: "Supervised fine-tuning of a memory model: accepted memories, given task, repository and run",
  kind: "prompt-completion",
  async plan(context) {
    const { memories, refused } = await judgedMemories(context.database, "accept");
    const { slots, refused: ruledOut } = await planSlots(memories, context);
    return {
      slots,
      refused: [...refused, ...ruledOut],
      async *examples(order) {
        const parser = await loadShellParser();
        for (let start = 0; start < order.length; start += batchSize) {
          const batch = order.slice(start, start + batchSize).map((index) => slots[index] as MemorySlot);
          const texts = await readLongTexts(context.database, batch);
          for (const slot of batch) yield await toExample(slot, texts, { ...context, parser });
        }
      },
    };
  },
};

/** Rows whose trajectories and texts are in memory at the same time. */
const batchSize = 64;

/** A row to make: a memory and the run that it is learned from. */
interface MemorySlot extends Slot {
  readonly memory: JudgedMemory;
  readonly source: SourceTrajectory;
}

/** What making one example needs besides the texts. */
interface ExampleContext extends RecipeContext {
  /** Finds edits in the text of shell commands. */
  readonly parser: ShellParser;
}

async function planSlots(
  memories: readonly JudgedMemory[],
  context: RecipeContext,
): Promise<{ slots: MemorySlot[]; refused: ExportRefusal[] }> {
  const finder = await sourceTrajectories(context.database, memories);
  const slots: MemorySlot[] = [];
  const refused: ExportRefusal[] = [];
  const seen = new Map<string, string>();
  for (const memory of memories) {
    const { sources, problem } = finder.of(memory);
    if (problem !== null) refused.push(refusal(memory, memory.servedTaskId, problem.reason, problem.message));
    const order = ({ taskId }: SourceTrajectory): string => sha256Hex(`${context.seed}\n${memory.memoryId}\n${taskId}`);
    const sampled = [...sources].sort((a, b) => (order(a) < order(b) ? -1 : 1));
    for (const [at, source] of sampled.entries()) {
      const content = `${memory.contentHash} ${source.trajectoryId}`;
      const twin = seen.get(content);
      if (at >= context.maxRowsPerMemory) {
        const message = `the memory has ${context.maxRowsPerMemory} rows already`;
        refused.push(refusal(memory, source.taskId, "over-cap", message));
      } else if (twin !== undefined) {
        const message = `memory ${twin} has the same text and the same run`;
        refused.push(refusal(memory, source.taskId, "duplicate", message));
      } else {
        seen.set(content, memory.memoryId);
        const { taskId, repo } = source;
        slots.push({ taskId, repo: repo ?? memory.repo, contentHash: memory.contentHash, memory, source });
      }
    }
  }
  return { slots, refused };
}

async function toExample(
  slot: MemorySlot,
  texts: LongTexts,
  context: ExampleContext,
): Promise<Example | ExportRefusal> {
  const { memory, source, taskId, repo } = slot;
  const refuse = (reason: ExportRefusalReason, message: string) => refusal(memory, taskId, reason, message);
  const json = texts.trajectories.get(source.trajectoryId) ?? null;
  if (json === null) return refuse("no-source-trajectory", `trajectory ${source.trajectoryId} has no steps`);
  const trajectory = parseTrajectory(json);
  if (trajectory === null) return refuse("unreadable-trajectory", `trajectory ${source.trajectoryId} cannot be read`);
  const editTurns = new Set(extractEdits(trajectory, context.parser).map(({ turn }) => turn));
  const run = trajectoryParts(trajectory, editTurns);
  const task = texts.tasks.get(taskId);
  const stated = task?.problemStatement?.trim() || null;
  const problemStatement = stated ?? run.openingMessage;
  if (problemStatement === null) return refuse("no-task-text", `task ${taskId} has no problem statement`);
  const prompt = await memoryPrompt(
    {
      problemStatement,
      repo,
      baseCommit: task?.baseCommit ?? null,
      agent: trajectory.agent.name,
      turns: turnsOf(trajectory),
      trajectory: run,
    },
    context.counter,
    context.maxPromptTokens,
  );
  if (prompt === null) {
    return refuse(
      "over-budget",
      `task, edits and end of ${source.trajectoryId} exceed ${context.maxPromptTokens} tokens`,
    );
  }
  const text = texts.memories.get(memory.memoryId) ?? "";
  return {
    kind: "prompt-completion",
    prompt: prompt.messages,
    completion: [{ role: "assistant", content: text }],
    provenance: { ...memory, taskId, repo, sourceTrajectoryId: source.trajectoryId },
    facts: {
      promptTokens: prompt.tokens,
      completionTokens: await context.counter.count(text),
      taskFromTrajectory: stated === null,
      markedStepsLeftOut: run.markedStepsLeftOut,
      ...prompt.shortening,
    },
  };
}

function parseTrajectory(json: string): Trajectory | null {
  try {
    return Trajectory.parse(JSON.parse(json));
  } catch {
    return null;
  }
}

function refusal(
  { candidateId, memoryId }: JudgedMemory,
  taskId: string | null,
  reason: ExportRefusalReason,
  message: string,
): ExportRefusal {
  return { candidateId, memoryId, taskId, reason, message };
}
