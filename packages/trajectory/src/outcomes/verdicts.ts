import type { Outcome, OutcomeReport } from "../outcome.ts";

/** What an evaluation can say about one rollout. */
export type Verdict =
  | "resolved"
  | "resolved-but-patch-not-applied"
  | "unresolved"
  | "ambiguous-failure"
  | "empty-patch"
  | "patch-not-applied"
  | "test-timeout"
  | "test-error"
  | "evaluation-error"
  | "install-failure"
  | "infra-failure"
  | "no-logs";

/**
 * What each verdict means. A run whose patch cannot be applied or is empty is a normal unresolved one; only where no test
 * could run for reasons that are not the run's own is the outcome unknown.
 */
const meanings: Readonly<Record<Verdict, Pick<Outcome, "resolved" | "health">>> = {
  resolved: { resolved: true, health: "healthy" },
  "resolved-but-patch-not-applied": { resolved: true, health: "healthy" },
  unresolved: { resolved: false, health: "healthy" },
  "ambiguous-failure": { resolved: false, health: "healthy" },
  "empty-patch": { resolved: false, health: "healthy" },
  "patch-not-applied": { resolved: false, health: "healthy" },
  "test-timeout": { resolved: false, health: "timeout" },
  "test-error": { resolved: false, health: "error" },
  "evaluation-error": { resolved: false, health: "error" },
  "install-failure": { resolved: null, health: "infra" },
  "infra-failure": { resolved: null, health: "infra" },
  "no-logs": { resolved: null, health: "healthy" },
};

/** The outcome that a verdict means, with the verdict as its reason. */
export function outcomeOfVerdict(taskId: string, verdict: Verdict): Outcome {
  return { taskId, ...meanings[verdict], reason: verdict };
}

/**
 * A report from lists of task ids, most telling list first: an id in several lists has the verdict of the first.
 *
 * Things in a list that are no ids are passed over. Ids of the form `org/repo:pr-12` become `org__repo-12`.
 */
export function reportOfLists(
  lists: readonly (readonly [Verdict, unknown])[],
  { namesOnlyResolved = false }: { readonly namesOnlyResolved?: boolean } = {},
): OutcomeReport {
  const outcomes = new Map<string, Outcome>();
  for (const [verdict, list] of lists) {
    for (const id of idsIn(list)) {
      if (!outcomes.has(id)) outcomes.set(id, outcomeOfVerdict(id, verdict));
    }
  }
  return { outcomes: [...outcomes.values()], namesOnlyResolved };
}

/** True for a list whose every entry is a text. */
export function isIdList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((id) => typeof id === "string");
}

function idsIn(list: unknown): readonly string[] {
  if (!Array.isArray(list)) return [];
  return list
    .filter((id) => typeof id === "string" && id !== "")
    .map((id: string) => id.replace(/^([^/\s]+)\/([^/\s]+):pr-(\d+)$/, "$1__$2-$3"));
}
