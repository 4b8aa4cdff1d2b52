import { expect, test } from "vitest";
import { repoOfInstanceId } from "./repo-of-instance-id.ts";

test.each([
  ["django__django-11099", "django/django"],
  ["scikit-learn__scikit-learn-11574", "scikit-learn/scikit-learn"],
  ["ponylang__ponyc-4595", "ponylang/ponyc"],
  ["pandas-dev__pandas.95280573.pr_53652", "pandas-dev/pandas"],
  ["arrow-py__arrow.1d70d009.lm_rewrite__nuzjfyur", "arrow-py/arrow"],
  ["mozilla__bleach.73871d76.func_pm_remove_cond__lq60zkfz", "mozilla/bleach"],
  ["swe-bench__humaneval-30", "swe-bench/humaneval"],
  ["vuejs__core.js-12", "vuejs/core.js"],
])("%s is of %s", (id, repo) => expect(repoOfInstanceId(id)).toBe(repo));

test.each(["hello-world", "", "org__repo", "org__repo-366_17"])("%j names no repository", (id) => {
  expect(repoOfInstanceId(id)).toBeNull();
});
