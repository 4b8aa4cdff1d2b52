import { expect, test } from "vitest";
import { isSamePath } from "./is-same-path.ts";

test.each([
  ["src/a.py", "src/a.py"],
  ["./src/a.py", "src/a.py"],
  ["/testbed/src/a.py", "src/a.py"],
  ["/opt/build/src/a.py", "src/a.py"],
  ["db/models.py", "django/db/models.py"],
])("%s is %s", (written, gold) => {
  expect(isSamePath(written, gold)).toBe(true);
});

test.each([
  ["docs/setup.py", "setup.py"],
  ["test.py", "src/test.py"],
  ["/opt/build/src/aa.py", "a.py"],
  ["src/b.py", "src/a.py"],
  ["", "src/a.py"],
])("%s is not %s", (written, gold) => {
  expect(isSamePath(written, gold)).toBe(false);
});
