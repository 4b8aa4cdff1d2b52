import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseUnifiedDiff } from "../patch/parse-unified-diff.ts";
import { anyTrajectory } from "../testing/any-trajectory.ts";
import { Trajectory } from "../trajectory.ts";
import { pseudonymizerOf } from "./pseudonymizer.ts";

const salt = "a salt that is long enough";
const { text, record } = pseudonymizerOf(salt);
const digits = (key: string) => createHmac("sha256", salt).update(key).digest("hex").slice(0, 8);
const alice = `user-${digits("user alice")}`;

describe("names are replaced", () => {
  test.each<[string, string]>([
    ["/home/alice/project/a.py", `/home/${alice}/project/a.py`],
    ["/Users/alice", `/Users/${alice}`],
    ["C:\\Users\\Alice\\x", `C:\\Users\\${alice}\\x`],
    ["C:\\\\Users\\\\alice\\\\x and c:/Users/alice", `C:\\\\Users\\\\${alice}\\\\x and c:/Users/${alice}`],
    ["file:///home/alice/x", `file:///home/${alice}/x`],
    ["%2Fhome%2Falice%2Fx", `%2Fhome%2F${alice}%2Fx`],
    ["~/.claude/projects/-home-alice-my-project/x.jsonl", `~/.claude/projects/-home-${alice}-my-project/x.jsonl`],
    ["ls ~alice/x", `ls ~${alice}/x`],
    ["USER=alice\nLOGNAME='alice'", `USER=${alice}\nLOGNAME='${alice}'`],
    ["uid=1000(alice) gid=1000(alice)", `uid=1000(${alice}) gid=1000(${alice})`],
    ["drwxr-xr-x 2 alice alice 4096 Jan 1 x", `drwxr-xr-x 2 ${alice} ${alice} 4096 Jan 1 x`],
    ["I am in /home/alice. Ask alice, not alicea.", `I am in /home/${alice}. Ask ${alice}, not alicea.`],
    ["alice@laptop:~/x$ ls", `${alice}@host-${digits("host laptop")}:~/x$ ls`],
    ["Linux laptop 6.1.0 x86_64", `Linux host-${digits("host laptop")} 6.1.0 x86_64`],
    ["Alice.B@Mail.de", `mail-${digits("mail alice.b@mail.de")}@example.invalid`],
    [
      "Author: Alice Smith <alice@mail.de>",
      `Author: Person-${digits("person alice smith")} <mail-${digits("mail alice@mail.de")}@example.invalid>`,
    ],
  ])("%j", (before, after) => expect(text(before)).toBe(after));
});

describe("what tells nothing about a person stays", () => {
  test.each([
    "/home/runner/work, /root, /Users/Shared, /home/user/x, /home/ubuntu",
    "git clone git@github.com:acme/tool.git",
    "noreply@github.com, user@example.com, me@example.invalid",
    "y = a@b.T; z = a@w.dot(x); q = A@B.mean()",
    "@decorator\ndef home(users): ...",
    "https://alice:s3cretPassword@db.acme.com/x",
    "root@0123456789ab:/testbed# ls",
    "from home import x; self.home/users",
  ])("%j", (unchanged) => expect(text(unchanged)).toBe(unchanged));
});

test("a name that is an ordinary word is replaced as a name, not as a word", () => {
  const max = `user-${digits("user max")}`;
  expect(text("/home/max/x.py: return max(a, b)")).toBe(`/home/${max}/x.py: return max(a, b)`);
});

test("further names are replaced everywhere as whole words", () => {
  const more = pseudonymizerOf(salt, ["Max", "Acme Corp"]);
  const max = `user-${digits("user max")}`;
  expect(more.text("max of Acme Corp, maximum")).toBe(`${max} of user-${digits("user acme corp")}, maximum`);
  expect(more.id).not.toBe(pseudonymizerOf(salt).id);
});

test("nothing is replaced inside of tokens", () => {
  const secrets = [
    "ghp_0123456789alice0123456789abcdefABCD",
    "sk-proj-alice-0123456789abcdefABCDEF",
    "Qm9i4alice-XyZ09kLmNoPqRsTuV12",
    "eyJhbGciOiJI.alice.c2lnbmF0dXJl",
  ];
  for (const secret of secrets) {
    expect(text(`/home/alice: ${secret}`)).toBe(`/home/${alice}: ${secret}`);
  }
});

test("a name found in one text of a record is replaced in all of them, keys too", () => {
  expect(
    record({ "/home/alice/a": 1, "/home/alice/b": ["alice says"], other: { text: "alice", number: 3, none: null } }),
  ).toEqual({
    [`/home/${alice}/a`]: 1,
    [`/home/${alice}/b`]: [`${alice} says`],
    other: { text: alice, number: 3, none: null },
  });
});

test("a patch stays one", () => {
  const patch =
    "diff --git a/home/alice/x.py b/home/alice/x.py\n--- a/home/alice/x.py\n+++ b/home/alice/x.py\n@@ -1,2 +1,2 @@\n # by alice\n-p = '/home/alice'\n+p = '/tmp'\n";
  const changed = record({ patch, cwd: "/home/alice" }).patch;
  const [file] = parseUnifiedDiff(changed);
  expect(file).toMatchObject({ mended: [], newPath: `home/${alice}/x.py` });
  expect(changed).not.toContain("/alice");
});

const name = fc
  .stringMatching(/^[a-z][a-z0-9]{3,9}$/)
  .filter((each) => pseudonymizerOf(salt).text(`/home/${each}/`) !== `/home/${each}/`);
const mail = fc.tuple(name, fc.constantFrom("mail.de", "corp.io", "uni.edu")).map((parts) => parts.join("@"));
const place = fc.constantFrom("/home/N/x", "/Users/N", "C:\\Users\\N\\y", "USER=N", "N@box:~$ ls", "~N/z");
const texts = fc.record({ user: name, mail, place, around: fc.string(), more: fc.string({ unit: "grapheme" }) });

describe("properties", () => {
  test("no user and no address remains, and doing it again changes nothing", () => {
    fc.assert(
      fc.property(texts, ({ user, mail: address, place: where, around, more }) => {
        const value = {
          a: `${around} ${where.replace("N", user)} `,
          b: [`<${address}>`, more],
          c: { d: ` ${where.replace("N", user)}` },
        };
        const once = record(value);
        expect(JSON.stringify(once.c)).not.toContain(user);
        expect(JSON.stringify(once.b[0])).not.toContain(address);
        expect(record(once)).toEqual(once);
        expect(JSON.parse(JSON.stringify(once))).toEqual(once);
      }),
    );
  });

  test("the same salt gives the same pseudonyms, another one gives others", () => {
    fc.assert(
      fc.property(name, (user) => {
        const path = `/home/${user}/x`;
        expect(pseudonymizerOf(salt).text(path)).toBe(text(path));
        expect(pseudonymizerOf("another salt of some length").text(path)).not.toBe(text(path));
      }),
    );
  });

  test("a trajectory stays one, with all that is no text as it was", () => {
    fc.assert(
      fc.property(anyTrajectory, name, (trajectory, user) => {
        const told = { ...trajectory, exitStatus: `/home/${user}/x` };
        const changed = Trajectory.parse(record(told));
        expect(JSON.stringify(changed)).not.toContain(`/home/${user}/x`);
        expect(changed.steps.map(({ turn, marks, source }) => ({ turn, marks, source }))).toEqual(
          trajectory.steps.map(({ turn, marks, source }) => ({ turn, marks, source })),
        );
      }),
    );
  });
});
