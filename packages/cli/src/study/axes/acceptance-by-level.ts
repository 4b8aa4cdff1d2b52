import type { Database } from "@memop/core";
import { wilsonInterval } from "@memop/curation";
import type { Axis } from "./axis.ts";
import { byLevel, isMemoryRolloutSql, memoryRolloutsSql } from "./read-levels.ts";

/** Verdicts on the candidates of one level or producer. */
export interface AcceptanceRate {
  readonly name: string;
  readonly judged: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly undecided: number;
  /** Accepted of judged in percent, with a two-sided 95 % Wilson interval; null when nothing was judged. */
  readonly rate: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
  /** Mean of r over the candidates that have one, in percent points. */
  readonly meanReward: number | null;
}

const counts = `count(DISTINCT candidate_id) AS judged,
  count(DISTINCT candidate_id) FILTER (verdict = 'accept') AS accepted,
  count(DISTINCT candidate_id) FILTER (verdict = 'reject') AS rejected,
  count(DISTINCT candidate_id) FILTER (verdict = 'undecided') AS undecided, avg(reward) AS reward`;

/**
 * Acceptance by level of an axis. A candidate belongs to the levels of the rollouts that used it; one that was used under two levels
 * counts in both.
 */
export async function acceptanceByLevel(database: Database, axis: Axis): Promise<readonly AcceptanceRate[]> {
  const rows = await database.all(`
    WITH used AS (SELECT DISTINCT s.memory_id, s.condition, ${axis.level} AS level FROM ${memoryRolloutsSql}
      WHERE ${isMemoryRolloutSql} AND ${axis.level} IS NOT NULL),
    judged AS (SELECT DISTINCT d.candidate_id, d.verdict, d.reward, u.level AS name FROM decisions d JOIN used u
      ON CASE d.candidate_kind WHEN 'memory' THEN u.memory_id = d.memory_id WHEN 'condition' THEN u.condition = d.condition END)
    SELECT name, ${counts} FROM judged GROUP BY 1`);
  return rows.map(toRate).sort((one, other) => byLevel(one.name, other.name));
}

/**
 * Acceptance by what wrote the memories: the memory model of their condition, else the generator that the memory names, else
 * `not given`.
 */
export async function acceptanceByProducer(database: Database): Promise<readonly AcceptanceRate[]> {
  const rows = await database.all(`
    WITH judged AS (
      SELECT d.candidate_id, d.verdict, d.reward, coalesce(nullif(c.m_theta, 'none'), m.generator, g.generator, 'not given') AS name
      FROM decisions d LEFT JOIN memories m ON m.memory_id = d.memory_id
      LEFT JOIN (SELECT memory_id, any_value(condition) AS condition FROM scores WHERE memory_id IS NOT NULL GROUP BY 1) u
        ON u.memory_id = d.memory_id
      LEFT JOIN conditions c ON c.condition = coalesce(d.condition, m.condition, u.condition)
      LEFT JOIN (SELECT condition, any_value(generator) AS generator FROM memories GROUP BY 1) g ON g.condition = d.condition
      WHERE d.candidate_kind <> 'trajectory')
    SELECT name, ${counts} FROM judged GROUP BY 1`);
  return rows.map(toRate).sort((one, other) => byLevel(one.name, other.name));
}

function toRate(row: Readonly<Record<string, unknown>>): AcceptanceRate {
  const [judged, accepted] = [Number(row.judged), Number(row.accepted)];
  const interval = wilsonInterval(accepted, judged);
  return {
    name: row.name as string,
    judged,
    accepted,
    rejected: Number(row.rejected),
    undecided: Number(row.undecided),
    rate: judged === 0 ? null : (100 * accepted) / judged,
    lower: judged === 0 ? null : 100 * interval.lower,
    upper: judged === 0 ? null : 100 * interval.upper,
    meanReward: row.reward as number | null,
  };
}
