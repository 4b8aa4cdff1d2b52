import { beforeAll, describe, expect, test } from "vitest";
import { RunFiles } from "./run-files.ts";
import { loadShellParser, type ShellParser } from "./shell/shell-parser.ts";
import { shellEdits } from "./shell-edits.ts";

let parser: ShellParser;
beforeAll(async () => {
  parser = await loadShellParser();
});

const reply = (content: string, exitCode: number | null = 0) => ({ callId: null, content, isError: null, exitCode });

/** `kind path` of each edit, with `old → new` where either is known. */
function edits(script: string, run = new RunFiles()): readonly string[] {
  return shellEdits({ runs: "shell", text: script, directory: null }, reply(""), run, parser).map(
    ({ edit, place: { lines } }) => {
      const texts =
        edit.oldText === null && edit.newText === null
          ? ""
          : ` ${JSON.stringify(edit.oldText)} → ${JSON.stringify(edit.newText)}`;
      const from = edit.oldPath === null ? "" : ` from ${edit.oldPath}`;
      const at = lines === undefined ? "" : ` at ${lines.from}-${lines.to}`;
      return `${edit.kind} ${edit.path}${from}${at}${texts}`;
    },
  );
}

const diff = "--- a/pkg/a.py\n+++ b/pkg/a.py\n@@ -1,2 +1,2 @@ def f():\n x\n-y\n+z\n";

const cases: Readonly<Record<string, readonly (readonly [script: string, expected: readonly string[]])[]>> = {
  sed: [
    ["sed -i 's/a/b/' f.py", ['modify f.py "a" → "b"']],
    ["sed -i.bak 's/a/b/g' f.py g.py", ['modify f.py "a" → "b"', 'modify g.py "a" → "b"']],
    ["sed -i '' 's/a/b/' f.py", ['modify f.py "a" → "b"']],
    ["sed -i -e 's/a/b/' -e 's/c/d/' f.py", ['modify f.py "a" → "b"', 'modify f.py "c" → "d"']],
    ["sed --in-place --expression='s|/usr|/opt|' f.sh", ['modify f.sh "/usr" → "/opt"']],
    ["sed -Ei 's/(a+)/\\1b/' f.py", ["modify f.py"]],
    [
      "sed -i '10,20s/self\\.x/self.y/; 30d' f.py",
      ['modify f.py at 10-20 "self.x" → "self.y"', "modify f.py at 30-30"],
    ],
    ["sed -i '5i\\    import os' f.py", ['modify f.py at 5-5 null → "    import os"']],
    ["sed -i '5a\\\nfirst\\\nsecond' f.py", ['modify f.py at 5-5 null → "first\\nsecond"']],
    ["sed -i '/def f/a \\    return 1' f.py", ['modify f.py null → "    return 1"']],
    ["sed -i '12c\\        return x' f.py", ['modify f.py at 12-12 null → "        return x"']],
    ["sed -i \"s/it's/it is/\" 'my file.py'", ['modify my file.py "it\'s" → "it is"']],
    ['sed -i \'s/print "a"/print("a")/\' f.py', ['modify f.py "print \\"a\\"" → "print(\\"a\\")"']],
    ["sed -i 's/don'\\''t/do not/' f.py", ['modify f.py "don\'t" → "do not"']],
    ["sed -i s/a/b/ *.py", []],
    ["sed 's/a/b/' f.py", []],
    ["sed -n '1,20p' f.py", []],
    ["sed 's/a/b/' f.py > g.py && mv g.py f.py", ["create g.py", "rename f.py from g.py"]],
    ["cd /testbed && sed -i 's/a/b/' pkg/f.py", ['modify pkg/f.py "a" → "b"']],
    ["cd /testbed/pkg; sed -i 's/a/b/' f.py ../g.py", ['modify pkg/f.py "a" → "b"', 'modify g.py "a" → "b"']],
    ["(cd pkg && sed -i 's/a/b/' f.py); sed -i 's/a/b/' g.py", ['modify pkg/f.py "a" → "b"', 'modify g.py "a" → "b"']],
    ["for f in a.py b.py; do sed -i 's/x/y/' pkg/$f; done", ['modify pkg/a.py "x" → "y"', 'modify pkg/b.py "x" → "y"']],
    ['F=pkg/a.py; sed -i "s/x/y/" "$F"', ['modify pkg/a.py "x" → "y"']],
    ["LC_ALL=C sudo sed -i 's/x/y/' a.py 2>/dev/null || true", ['modify a.py "x" → "y"']],
    ["bash -lc \"cd /repo && sed -i 's/a/b/' f.py\"", ['modify f.py "a" → "b"']],
    ["timeout 10 /usr/bin/sed -i 's/x/y/' a.py", ['modify a.py "x" → "y"']],
    ["grep -q x a.py && sed -i 's/x/y/' a.py", ['modify a.py "x" → "y"']],
    ["if grep -q x a.py; then\n  sed -i 's/x/y/' a.py\nfi", ['modify a.py "x" → "y"']],
  ],
  "output sent to a file": [
    [
      "cat > pkg/f.py <<'EOF'\nx = \"$y\"\n\nprint('a')\nEOF",
      ['create pkg/f.py null → "x = \\"$y\\"\\n\\nprint(\'a\')\\n"'],
    ],
    ["cat <<'EOF' > f.py\n    indented\nEOF", ['create f.py null → "    indented\\n"']],
    ["cat <<EOF >> f.py && echo done\na\nEOF", ['modify f.py null → "a\\n"']],
    ["cat > f.py <<-EOF\n\t\ta\n\tEOF", ['create f.py null → "a\\n"']],
    ["X=1\ncat > f.py <<EOF\n$X \\$Y $Z\nEOF", ['create f.py null → "1 $Y $Z\\n"']],
    ["cat > a.py <<'A'\n1\nA\ncat > b.py <<'B'\n2\nB", ['create a.py null → "1\\n"', 'create b.py null → "2\\n"']],
    ["echo 'x = 1' > f.py", ['create f.py null → "x = 1\\n"']],
    ['echo -e "a\\nb" >> f.py', ['modify f.py null → "a\\nb\\n"']],
    ["echo -n x >| f.py", ['create f.py null → "x"']],
    ["printf 'a\\nb\\n' > f.py", ['create f.py null → "a\\nb\\n"']],
    ["printf '%s\\n' one 'two three' > f.py", ['create f.py null → "one\\ntwo three\\n"']],
    ["echo $'a\\tb' > f.py", ['create f.py null → "a\\tb\\n"']],
    ["> f.py", ['create f.py null → ""']],
    ["mkdir -p d && cat > d/f.py << 'EOF'\nx\nEOF\npython d/f.py", ['create d/f.py null → "x\\n"']],
    ["echo x > /dev/null; ls 2>&1 > /tmp/out; echo y >&2; echo z > ~/.bashrc", []],
    ["git diff > patch.txt && git diff HEAD > /tmp/p.diff", []],
    ["python -m pytest > test.log 2>&1; ls > files.txt", []],
    ["grep -rn 'x -> y' src | head > found.txt", []],
    ["awk '{print}' a.py > b.py", ["create b.py"]],
    ["cat <<'EOF' | tee f.py\nx\nEOF", ['create f.py null → "x\\n"']],
    ["echo x | tee -a f.py g.py > /dev/null", ['modify f.py null → "x\\n"', 'modify g.py null → "x\\n"']],
    ["pytest | tee log.txt", []],
    ["tee f.py <<'EOF'\nx\nEOF", ['create f.py null → "x\\n"']],
    ["{ echo a; echo b; } > f.py", ['create f.py null → "a\\n"', 'create f.py null → "b\\n"']],
  ],
  programs: [
    [
      "python3 - <<'PY'\np = 'pkg/f.py'\ns = open(p).read()\ns = s.replace('a', 'b')\nopen(p, 'w').write(s)\nPY",
      ['modify pkg/f.py "a" → "b"'],
    ],
    [
      "python - <<'EOF'\nfrom pathlib import Path\np = Path('pkg') / 'f.py'\nt = p.read_text()\nold = \"\"\"x\ny\"\"\"\nnew = '''z'''\nassert old in t\np.write_text(t.replace(old, new, 1))\nEOF",
      ['modify pkg/f.py "x\\ny" → "z"'],
    ],
    ["python -c \"open('f.py','w').write('x')\"", ['create f.py null → "x"']],
    [
      'python3 -c \'import os; os.rename("a.py", "b.py"); os.remove("c.py")\'',
      ["rename b.py from a.py", "delete c.py"],
    ],
    [
      "python3 - f.py <<'PY'\nimport sys\nwith open(sys.argv[1], mode='a') as f:\n    f.write('x')\nPY",
      ['modify f.py null → "x"'],
    ],
    [
      "python <<'PY'\nimport re\nfor name in ['a.py', 'b.py']:\n    s = open(name).read()\n    s = re.sub(r'x+', 'y', s)\n    with open(name, 'w') as f:\n        f.write(s)\nPY",
      ['modify a.py null → "y"', 'modify b.py null → "y"'],
    ],
    [
      "python - <<'PY'\nlines = open('f.py').readlines()\nlines[3] = 'x'\nopen('f.py', 'w').writelines(lines)\nPY",
      ["modify f.py"],
    ],
    ["python -c \"print(open('f.py').read())\"", []],
    [
      "cat > /tmp/fix.py <<'EOF'\nopen('pkg/f.py','w').write('x')\nEOF\npython /tmp/fix.py",
      ['create pkg/f.py null → "x"'],
    ],
    [
      "cat > fix.sh <<'EOF'\nsed -i 's/a/b/' f.py\nEOF\nbash fix.sh",
      ["create fix.sh null → \"sed -i 's/a/b/' f.py\\n\"", 'modify f.py "a" → "b"'],
    ],
    [
      "cd /testbed && python3 -c \"\nimport pathlib\npathlib.Path('f.py').write_text('a\\\\nb')\n\"",
      ['create f.py null → "a\\nb"'],
    ],
    [
      "node -e \"const fs=require('fs'); const p='a.js'; fs.writeFileSync(p, fs.readFileSync(p,'utf8').replace('x','y'))\"",
      ['modify a.js "x" → "y"'],
    ],
    [
      "node - <<'JS'\nimport { writeFileSync } from 'node:fs';\n// a 'quote\nwriteFileSync(`src/a.ts`, \"x\");\nJS",
      ['create src/a.ts null → "x"'],
    ],
    ["perl -pi -e 's/a/b/g' f.py g.py", ['modify f.py "a" → "b"', 'modify g.py "a" → "b"']],
    ["perl -0777 -i.bak -pe 's{x\\n}{y}' f.py", ['modify f.py "x\\n" → "y"']],
    ["ruby -pi -e 'gsub(/a/, \"b\")' f.rb", ["modify f.rb"]],
    ["gawk -i inplace '{gsub(/a/,\"b\")}1' f.py", ["modify f.py"]],
    ["perl -ne 'print if /x/' f.py", []],
  ],
  "patches and git": [
    [`patch -p1 <<'EOF'\n${diff}EOF`, ['modify pkg/a.py "x\\ny" → "x\\nz"']],
    [`git apply <<'EOF'\n${diff}EOF`, ['modify pkg/a.py "x\\ny" → "x\\nz"']],
    [
      `cat > /tmp/fix.patch <<'EOF'\n${diff}EOF\ncd /testbed && git apply --whitespace=fix /tmp/fix.patch`,
      ['modify pkg/a.py "x\\ny" → "x\\nz"'],
    ],
    [
      `cat > fix.diff <<'EOF'\n${diff}EOF\npatch -p1 < fix.diff`,
      [`create fix.diff null → ${JSON.stringify(diff)}`, 'modify pkg/a.py "x\\ny" → "x\\nz"'],
    ],
    [`git apply -R - <<'EOF'\n${diff}EOF`, ["revert pkg/a.py"]],
    [`git apply --check <<'EOF'\n${diff}EOF`, []],
    ["patch -p1 < unknown.diff", []],
    [
      "git checkout -- a.py && git checkout HEAD~1 -- b.py && git restore c.py",
      ["revert a.py", "revert b.py", "revert c.py"],
    ],
    ["git checkout pkg/a.py", ["revert pkg/a.py"]],
    ["git checkout main; git checkout -b fix; git checkout v1.2", []],
    ["git show HEAD:pkg/a.py > pkg/a.py", ["revert pkg/a.py"]],
    ["echo x > a.py; git stash", ['create a.py null → "x\\n"', "revert a.py"]],
    ["git stash list; git stash pop; git log; git status; git commit -am 'x > y'", []],
    ["git mv a.py b.py; git rm -f c.py; git rm --cached d.py", ["rename b.py from a.py", "delete c.py"]],
    ["mv a.py b.py c/", ["rename c/a.py from a.py", "rename c/b.py from b.py"]],
    [
      "cp a.py a.py.bak && sed -i 's/x/y/' a.py && mv a.py.bak a.py",
      ["create a.py.bak", 'modify a.py "x" → "y"', "revert a.py"],
    ],
    [
      "cp /tmp/new.py pkg/new.py; rm -f pkg/old.py /tmp/x; mv pkg/z.py /tmp/",
      ["create pkg/new.py", "delete pkg/old.py", "delete pkg/z.py"],
    ],
    ["rm -rf build/*.o", []],
    [
      "apply_patch <<'PATCH'\n*** Begin Patch\n*** Update File: pkg/a.py\n@@ def f():\n x\n-y\n+z\n*** Add File: b.py\n+new\n*** Delete File: c.py\n*** End Patch\nPATCH",
      ['modify pkg/a.py "x\\ny" → "x\\nz"', 'create b.py null → "new\\n"', "delete c.py"],
    ],
    ["ed -s f.py <<'EOF'\n3,4c\nnew\n.\nw\nq\nEOF", ['modify f.py at 3-4 null → "new"']],
    ["printf '%s\\n' '/x/s/x/y/' w q | ed -s f.py", ['modify f.py "x" → "y"']],
    ["ed f.py <<'EOF'\n1,3p\nq\nEOF", []],
  ],
};

describe.each(Object.entries(cases))("by %s", (_, commands) => {
  test.each(commands.map(([script, expected]) => [script, expected] as const))("%j", (script, expected) => {
    expect(edits(script)).toEqual(expected);
  });
});

test("a patch's edit names its functions", () => {
  const [found] = shellEdits(
    {
      runs: "shell",
      text: `git apply <<'EOF'\n${diff.replace(" x\n-y\n+z", "     x\n-    y\n+    z")}EOF`,
      directory: null,
    },
    reply(""),
    new RunFiles(),
    parser,
  );
  expect(found?.edit.functions).toEqual(["f"]);
});

describe("an edit did not succeed", () => {
  const succeeded = (script: string, content: string, exitCode: number | null) =>
    shellEdits({ runs: "shell", text: script, directory: null }, reply(content, exitCode), new RunFiles(), parser).map(
      ({ edit }) => edit.succeeded,
    );

  test.each<[string, string, string, number | null, boolean]>([
    ["when its status is not 0", "sed -i s/a/b/ f.py", "", 1, false],
    ["when the file is missing", "sed -i s/a/b/ f.py", "sed: can't read f.py: No such file or directory", null, false],
    ["when git refuses the patch", `git apply <<'EOF'\n${diff}EOF`, "error: patch failed: pkg/a.py:1", null, false],
    ["when a hunk fails", `patch -p1 <<'EOF'\n${diff}EOF`, "patching file pkg/a.py\nHunk #1 FAILED at 1.", null, false],
    [
      "when the program raises",
      "python - <<'PY'\nopen('f.py','w').write('x')\nPY",
      "Traceback (most recent call last):\n  File",
      null,
      false,
    ],
    ["when the folder is missing", "echo x > d/f.py", "bash: line 1: d/f.py: No such file or directory", null, false],
    [
      "when the shell could not read it",
      "sed -i s/a/b/ f.py",
      "bash: -c: line 1: syntax error near unexpected token `('",
      null,
      false,
    ],
    ["but did when only what follows it failed", "sed -i s/a/b/ f.py && pytest", "1 failed", 1, true],
    [
      "but did when only what precedes it complained",
      "ls nothing; sed -i s/a/b/ f.py",
      "ls: cannot access 'nothing': No such file or directory",
      0,
      true,
    ],
    [
      "when it failed before others ran",
      "sed -i s/a/b/ f.py; ls",
      "sed: can't read f.py: No such file or directory",
      0,
      false,
    ],
    ["but did when nothing complains", "sed -i s/a/b/ f.py", "", null, true],
  ])("%s", (_, script, content, exitCode, expected) => {
    expect(succeeded(script, content, exitCode)).toEqual([expected]);
  });

  test("when no reply was recorded", () => {
    const [found] = shellEdits(
      { runs: "shell", text: "sed -i s/a/b/ f.py", directory: null },
      null,
      new RunFiles(),
      parser,
    );
    expect(found?.edit.succeeded).toBe(false);
  });
});

test("a shell that stays open keeps its directory", () => {
  const run = new RunFiles();
  edits("cd /testbed/pkg", run);
  expect(edits("sed -i s/a/b/ f.py", run)).toEqual(['modify pkg/f.py "a" → "b"']);
});

test("a folder outside every known root that the run first goes to is its repository", () => {
  expect(edits("cd /home/me/proj && sed -i s/a/b/ src/f.py /home/me/proj/g.py")).toEqual([
    'modify src/f.py "a" → "b"',
    'modify g.py "a" → "b"',
  ]);
});

test("a script that is no valid bash gives what could be read of it", () => {
  expect(() => edits("sed -i 's/a/b/ f.py\n))) <<<")).not.toThrow();
});
