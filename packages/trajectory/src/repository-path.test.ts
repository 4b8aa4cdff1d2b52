import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { repositoryPath } from "./repository-path.ts";

describe("repositoryPath", () => {
  test.each([
    ["/testbed/src/a.py", null, "src/a.py"],
    ["/repo/a.py", null, "a.py"],
    ["/app/kettle/a.py", null, "kettle/a.py"],
    ["/workspace/acme__kettle__1.0/src/a.py", null, "src/a.py"],
    ["/workspace/kettle/src/a.py", null, "src/a.py"],
    ["/workspace/check.py", null, "check.py"],
    ["/acme__kettle/src/a.py", null, "src/a.py"],
    ["/acme__kettle__1.0/a.py", null, "a.py"],
    ["/testbed", null, ""],
    ["/testbed/", null, ""],
    ["./src/./a.py", null, "src/a.py"],
    ["src/../lib/a.py", null, "lib/a.py"],
    ["/testbed/src/../lib//a.py", null, "lib/a.py"],
    ["  src/a.py\n", null, "src/a.py"],
    ["a.py", "/testbed/src", "src/a.py"],
    ["../a.py", "/testbed/src", "a.py"],
    ["a.py", "/home/me/kettle", "a.py"],
    ["/home/me/kettle/src/a.py", "/home/me/kettle", "src/a.py"],
    ["/home/me/kettle", "/home/me/kettle", ""],
    ["../other/a.py", "/home/me/kettle", "/home/me/other/a.py"],
    ["a.py", "src", "a.py"],
    ["C:\\Users\\me\\kettle\\src\\a.py", "C:\\Users\\me\\kettle", "src/a.py"],
  ])("%j in %j is %j", (path, workingDirectory, expected) => {
    expect(repositoryPath(path, workingDirectory)).toBe(expected);
  });

  test.each(["/tmp/a.py", "/home/me/a.py", "/__init__.py", "/etc/passwd", "/testbeds/a.py"])(
    "%s, which is outside every known root, stays absolute",
    (path) => {
      expect(repositoryPath(path)).toBe(path);
      expect(repositoryPath(path, "/testbed")).toBe(path);
    },
  );

  test("a path that was made relative stays as it is", () => {
    const segment = fc.stringMatching(/^[a-z_]{1,8}(\.py)?$/);
    fc.assert(
      fc.property(
        fc.array(segment, { minLength: 1, maxLength: 4 }),
        fc.constantFrom("/testbed", "/repo", "/acme__kettle"),
        (segments, root) => {
          const once = repositoryPath(`${root}/${segments.join("/")}`);
          expect(repositoryPath(once)).toBe(once);
          expect(once).toBe(segments.join("/"));
        },
      ),
    );
  });
});
