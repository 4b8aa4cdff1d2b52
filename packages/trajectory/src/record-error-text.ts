import * as z from "zod";

/**
 * What is wrong with a foreign record, on one line, with the path of each fault: `expected string → at messages[3].role`.
 *
 * Of a union it tells the faults of the alternative that went deepest: that is the shape which the record was meant to have.
 */
export function recordErrorText(error: z.ZodError): string {
  const issues = error.issues.flatMap(deepestIssues);
  return z.prettifyError({ issues }).replaceAll(/\s*\n\s*/g, " ");
}

type Issue = z.core.$ZodIssue;

function deepestIssues(issue: Issue): Issue[] {
  if (issue.code !== "invalid_union") return [issue];
  const alternatives = issue.errors.map((issues) =>
    issues.map((each) => ({ ...each, path: [...issue.path, ...each.path] })).flatMap(deepestIssues),
  );
  const depthOf = (issues: readonly Issue[]) => Math.max(0, ...issues.map(({ path }) => path.length));
  const [best] = alternatives.filter((issues) => issues.length > 0).sort((a, b) => depthOf(b) - depthOf(a));
  return best ?? [issue];
}
