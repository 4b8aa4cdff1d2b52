import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { programEdits } from "./program-edits.ts";
import { programTokens } from "./program-tokens.ts";

const shown = (source: string, args: readonly string[] = []) =>
  programEdits(source, "python", args).map(({ kind, path, oldPath, oldText, newText }) => [
    kind,
    path,
    oldText ?? oldPath ?? null,
    newText ?? null,
  ]);

describe("a Python program", () => {
  test.each<[string, string, unknown[]]>([
    ["writes by open", "open('f', 'w').write('x')", [["create", "f", null, "x"]]],
    [
      "writes by with",
      "with open('f', mode='w', encoding='utf-8') as f:\n    f.write(text)",
      [["modify", "f", null, null]],
    ],
    ["appends", "open('f', 'a').write('x')", [["modify", "f", null, "x"]]],
    ["only reads", "print(open('f').read()); open('g', 'rb')", []],
    ["joins paths", "import os\nopen(os.path.join('a', 'b.py'), 'w')", [["modify", "a/b.py", null, null]]],
    ["adds texts", "base = 'a/'\nopen(base + 'b.py', 'w')", [["modify", "a/b.py", null, null]]],
    [
      "uses Path",
      "from pathlib import Path\n(p := Path('a'))\nq = Path('a') / 'b.py'\nq.write_text('x')",
      [["create", "a/b.py", null, "x"]],
    ],
    ["opens a Path", "Path('a.py').open('w').write('x')", [["create", "a.py", null, "x"]]],
    [
      "replaces several texts before a write",
      "s = s.replace('a', 'b').replace(\"c\", 'd')\nopen('f','w').write(s)",
      [
        ["modify", "f", "a", "b"],
        ["modify", "f", "c", "d"],
      ],
    ],
    ["replaces while it writes", "p = 'f'\nopen(p,'w').write(s.replace('a','b'))", [["modify", "f", "a", "b"]]],
    ["replaces by pattern", "s = re.sub('a+', 'b', s)\nopen('f','w').write(s)", [["modify", "f", null, "b"]]],
    [
      "gives each file its own replacements",
      "x = x.replace('a','b')\nopen('f','w').write(x)\ny = y.replace('c','d')\nopen('g','w').write(y)",
      [
        ["modify", "f", "a", "b"],
        ["modify", "g", "c", "d"],
      ],
    ],
    [
      "loops over files",
      "for p in ('f', 'g'):\n    open(p, 'w').write('')",
      [
        ["create", "f", null, ""],
        ["create", "g", null, ""],
      ],
    ],
    [
      "edits in place",
      "import fileinput\nfor line in fileinput.input('f', inplace=True):\n    print(line)",
      [["modify", "f", null, null]],
    ],
    [
      "moves and removes",
      "import os, shutil\nshutil.move('a', 'b')\nos.replace('c', 'd')\nos.remove('e')\nPath('g').unlink()",
      [
        ["rename", "b", "a", null],
        ["rename", "d", "c", null],
        ["delete", "e", null, null],
        ["delete", "g", null, null],
      ],
    ],
    [
      "uses raw, joined and commented strings",
      "# open('no', 'w')\nopen(r'a\\b' 'c', 'w')",
      [["modify", "a\\bc", null, null]],
    ],
    ["computes its path", "open(find(), 'w'); open(f'{x}.py', 'w'); open(x, 'w')", []],
    [
      "edits by an early OpenHands skill",
      "edit_file_by_replace('f.py', to_replace='a', new_content='''b''')",
      [["modify", "f.py", "a", "b"]],
    ],
  ])("%s", (_, source, expected) => expect(shown(source)).toEqual(expected));

  test("takes its own arguments", () => {
    expect(shown("import sys\nopen(sys.argv[1], 'w')", ["f.py"])).toEqual([["modify", "f.py", null, null]]);
  });
});

test("a JavaScript program writes, appends, renames", () => {
  const source =
    "const fs = require('fs');\nconst p = path.join('src', 'a.ts');\nfs.writeFileSync(p, 'x');\nfs.appendFileSync(`b.ts`, y);\nfs.renameSync('c', 'd'); // fs.rmSync('e')\ns.replace(/it's/g, 'x');";
  expect(programEdits(source, "javascript").map(({ kind, path }) => [kind, path])).toEqual([
    ["create", "src/a.ts"],
    ["modify", "b.ts"],
    ["rename", "d"],
  ]);
});

test("any text can be split into tokens", () => {
  fc.assert(
    fc.property(
      fc.string(),
      (text) => Array.isArray(programTokens(text, "python")) && Array.isArray(programTokens(text, "javascript")),
    ),
  );
});

test("a Python literal stands for its text", () => {
  const text = fc.string().map((each) => each.replace(/[\\'\n\r]/g, ""));
  fc.assert(fc.property(text, (each) => programTokens(`'${each}'`, "python")[0]?.value === each));
});
