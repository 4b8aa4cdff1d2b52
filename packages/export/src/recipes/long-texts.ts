import type { Database, Row } from "@memop/core";

/** The long texts that a batch of rows needs, by id. */
export interface LongTexts {
  readonly trajectories: ReadonlyMap<string, string | null>;
  readonly memories: ReadonlyMap<string, string>;
  readonly tasks: ReadonlyMap<string, { readonly problemStatement: string | null; readonly baseCommit: string | null }>;
}

/** What a row needs texts of. */
export interface LongTextNeed {
  readonly taskId: string;
  readonly memory: { readonly memoryId: string };
  readonly source: { readonly trajectoryId: string };
}

/** Reads trajectories, memories and tasks of a batch of rows, each once. */
export async function readLongTexts(database: Database, needs: readonly LongTextNeed[]): Promise<LongTexts> {
  const trajectories = await rowsById(
    database,
    "SELECT trajectory_id AS id, trajectory_json FROM trajectories WHERE trajectory_id",
    needs.map(({ source }) => source.trajectoryId),
  );
  const memories = await rowsById(
    database,
    "SELECT memory_id AS id, text FROM memories WHERE memory_id",
    needs.map(({ memory }) => memory.memoryId),
  );
  const tasks = await rowsById(
    database,
    "SELECT task_id AS id, problem_statement, base_commit FROM tasks WHERE task_id",
    needs.map(({ taskId }) => taskId),
  );
  return {
    trajectories: new Map(trajectories.map((row) => [row.id as string, row.trajectory_json as string | null])),
    memories: new Map(memories.map((row) => [row.id as string, row.text as string])),
    tasks: new Map(
      tasks.map((row) => [
        row.id as string,
        { problemStatement: row.problem_statement as string | null, baseCommit: row.base_commit as string | null },
      ]),
    ),
  };
}

async function rowsById(database: Database, select: string, ids: readonly string[]): Promise<Row[]> {
  const wanted = [...new Set(ids)];
  return database.all(`${select} IN (${wanted.map((_, at) => `$${at + 1}`).join(", ")})`, wanted);
}
