import type { Block, InputFile } from "@memop/core";
import type { Scope } from "../../format.ts";
import { formatNamed } from "../../formats/index.ts";
import { labelReader } from "../labels.ts";
import type { LabelledInput, ReadItem, ReadOptions } from "../read-inputs.ts";
import type { Shard } from "../shard.ts";
import type { UnitFolder, WrittenUnit } from "./written-units.ts";

/** A share of the inputs that one worker reads: some files, or a block of one. Plain data: it is sent to threads. */
export interface ReadTask {
  readonly files: readonly { readonly file: InputFile; readonly isResults: boolean }[];
  /** The part of the task's one file to read; null for whole files. */
  readonly block: Block | null;
  /** Scope of the file that the block is of (see ../file-scope.ts); absent for whole files. */
  readonly scope?: Scope;
}

/** What all tasks of a call have in common. Plain data: it is sent to threads. */
export interface TaskSettings {
  readonly condition: string;
  readonly run: string | null;
  readonly labels: string | null;
  readonly format: string | null;
  readonly shard: Shard | null;
  /** Units that an interrupted call finished. */
  readonly doneUnits: readonly string[];
  /** Where workers write large units themselves; null when every row must be handed on. */
  readonly unitFolder: UnitFolder | null;
}

/** What a worker is told: a task, how many lines stand before its block, that a batch was taken, or to end. */
export type WorkerOrder =
  | { readonly kind: "task"; readonly task: ReadTask }
  | { readonly kind: "lines-before"; readonly lines: number }
  | { readonly kind: "taken" }
  | { readonly kind: "stop" };

/** What a worker says about its task: of a block how many lines it has, then items in order, then the end. */
export type TaskMessage =
  | { readonly kind: "lines"; readonly lines: number }
  | { readonly kind: "items"; readonly items: readonly (ReadItem | WrittenUnit)[] }
  | { readonly kind: "end" };

/** The inputs of a task with their labels. */
export function taskInputs(task: ReadTask, settings: TaskSettings): LabelledInput[] {
  const { condition, run, labels } = settings;
  const { labelsOf } = labelReader(labels, { condition, run });
  const { block, scope = "record" } = task;
  const part = block === null ? {} : { block, scope };
  return task.files.map(({ file, isResults }) => ({ file, isResults, labelsOf, ...part }));
}

/** The options with which all tasks of a call are read. */
export function taskOptions(settings: TaskSettings): ReadOptions {
  const done = new Set(settings.doneUnits);
  const format = settings.format === null ? null : formatNamed(settings.format);
  return { format, shard: settings.shard, isDone: (unit) => done.has(unit) };
}
