import type { Database, Row } from "@memop/core";
import type { Repositories } from "@memop/trajectory";
import { acceptedMemories } from "./accepted-memories.ts";
import { checkTogether } from "./check-together.ts";
import type { CombinedArm } from "./combined-arms.ts";
import { expiredMemories } from "./expired-memories.ts";
import { textConflicts } from "./text-conflicts.ts";

/** What the checks on the set look at. */
export interface SetUnderCheck {
  /** Decisions of this curation. */
  readonly decisions: readonly Row[];
  readonly arms: readonly CombinedArm[];
  /** Decisions on the combined arms, as conditions. */
  readonly together: readonly Row[];
  readonly repositories: Pick<Repositories, "read"> | null;
}

/** Checks the accepted memories as a set: rows of the `set_checks` table. They change neither a verdict nor hygiene. */
export async function checkSet(database: Database, set: SetUnderCheck): Promise<Row[]> {
  const memories = await acceptedMemories(database, set.decisions);
  const alone = set.decisions.filter((row) => row.candidate_kind === "memory");
  return [
    ...checkTogether(set.arms, set.together, alone),
    ...textConflicts(memories),
    ...(await expiredMemories(database, memories, set.repositories)),
  ];
}
