import type { Recipe } from "./recipe.ts";
import { sft } from "./recipes/sft.ts";

/** Every recipe. */
export const recipes = [sft] as const satisfies readonly Recipe[];

/** Name of a recipe. */
export type RecipeName = (typeof recipes)[number]["name"];
