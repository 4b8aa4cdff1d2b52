/** How far two raters agree on one yes-or-no question. */
export interface Agreement {
  /** Items that both answered. */
  readonly items: number;
  /** Share of equal answers, 0 to 1; null without items. */
  readonly agreement: number | null;
  /** In [−1, 1]; null without items, and when both gave one and the same answer throughout: chance explains it all. */
  readonly kappa: number | null;
  /** Share that each answered with yes. */
  readonly firstYes: number | null;
  readonly secondYes: number | null;
}

/** Cohen's kappa, (pₒ − pₑ)/(1 − pₑ), over the items that both raters answered. Source: docs/papers.md#cohens-kappa. */
export function cohensKappa(answers: readonly (readonly [boolean | null, boolean | null])[]): Agreement {
  const both = answers.filter((pair): pair is readonly [boolean, boolean] => pair[0] !== null && pair[1] !== null);
  const items = both.length;
  if (items === 0) return { items, agreement: null, kappa: null, firstYes: null, secondYes: null };
  const firstYes = both.filter(([first]) => first).length / items;
  const secondYes = both.filter(([, second]) => second).length / items;
  const agreement = both.filter(([first, second]) => first === second).length / items;
  const byChance = firstYes * secondYes + (1 - firstYes) * (1 - secondYes);
  const kappa = byChance === 1 ? null : (agreement - byChance) / (1 - byChance);
  return { items, agreement, kappa, firstYes, secondYes };
}
