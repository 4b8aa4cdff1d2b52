import { expect, test } from "vitest";
import { isTestPath } from "./is-test-path.ts";

test.each([
  "tests/view.py",
  "astropy/io/fits/tests/test_table.py",
  "sklearn/conftest.py",
  "test_fix.py",
  "django/contrib/auth/tests.py",
  "test/unit/thing.js",
  "packages/x/src/thing.test.ts",
  "src/__tests__/thing.tsx",
  "src/app.spec.js",
  "pkg/server/handler_test.go",
  "core/src/test/java/org/x/Helper.java",
  "x/src/HandlerTest.java",
  "spec/models/user_spec.rb",
  "lib/user_spec.rb",
  "pkg/testdata/input.json",
  "crates/x/tests/it.rs",
  "src/parser_tests.rs",
])("%s is a test", (path) => expect(isTestPath(path)).toBe(true));

test.each([
  "src/_pytest/python.py",
  "django/test/client.py",
  "django/core/management/commands/test.py",
  "numpy/testing/_private/utils.py",
  "sympy/utilities/randtest.py",
  "astropy/utils/introspection.py",
  "src/contest.java",
  "lib/latest.js",
  "src/attest.go",
  "docs/testing.rst",
  "src/specs.ts",
])("%s is none", (path) => expect(isTestPath(path)).toBe(false));
