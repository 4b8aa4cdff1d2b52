import { compareText, type Database } from "@memop/core";
import { type AxisLevels, axes } from "./axis.ts";

/** Rollouts with memory, joined with what their condition stands for; stands after FROM, with `s` and `c`. */
export const memoryRolloutsSql = `scores s LEFT JOIN conditions c ON c.condition = s.condition`;

/** True in SQL for a rollout that counts: with memory, healthy. */
export const isMemoryRolloutSql = `coalesce(s.condition, 'none') <> 'none' AND coalesce(s.health, 'healthy') = 'healthy'`;

/** Levels of every axis among healthy rollouts with memory, sorted; numbers by size. */
export async function readLevels(database: Database): Promise<AxisLevels> {
  const levels = new Map<string, readonly string[]>();
  for (const { name, level } of axes) {
    const rows = await database.all(
      `SELECT DISTINCT ${level} AS level FROM ${memoryRolloutsSql} WHERE ${isMemoryRolloutSql} AND ${level} IS NOT NULL`,
    );
    levels.set(name, rows.map((row) => row.level as string).sort(byLevel));
  }
  return levels;
}

/** Numbers by size before texts by their code units. */
export function byLevel(one: string, other: string): number {
  const [a, b] = [Number(one), Number(other)];
  if (one !== "" && other !== "" && Number.isFinite(a) && Number.isFinite(b)) return a - b;
  return compareText(one, other);
}
