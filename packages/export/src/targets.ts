import type { Target } from "./target.ts";
import { trl } from "./targets/trl.ts";

/** Every target. */
export const targets = [trl] as const satisfies readonly Target[];

/** Name of a target. */
export type TargetName = (typeof targets)[number]["name"];
