import { expect, test } from "vitest";
import { mayWrite } from "./may-write.ts";

const none: ReadonlySet<string> = new Set();

test.each([
  "ls -la",
  "grep -rn 'sed' src 2>/dev/null",
  "python -m pytest tests -q 2>&1 | tail -5",
  "sed -n '1,20p' f.py",
  "git log --oneline && git diff && git status",
  "pip install -e .",
  "find . -name '*.py' | xargs grep -l 'def f() -> int'",
  "cat f.py",
  "",
])("%j cannot change a file", (script) => expect(mayWrite(script, none)).toBe(false));

test.each([
  "echo x >f",
  "sed -ni s/a/b/p f",
  "git -C x checkout f",
  "perl -i -pe s/a/b/ f",
  "python -c \"open('f','w')\"",
  "bash fix.sh",
])("%j may", (script) => expect(mayWrite(script, none)).toBe(true));

test("running a script that the run wrote may change a file", () => {
  expect(mayWrite("python fix.py", none)).toBe(false);
  expect(mayWrite("cd x && python ./fix.py", new Set(["fix.py"]))).toBe(true);
});
