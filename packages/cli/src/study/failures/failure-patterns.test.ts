import type { Edit, TurnEdit } from "@memop/trajectory";
import { describe, expect, test } from "vitest";
import type { FailedAction, FailureEvidence } from "./failure-evidence.ts";
import { failurePatterns, labelFailure } from "./failure-patterns.ts";

const nothing: FailureEvidence = {
  actions: [],
  edits: [],
  goldFileFound: null,
  goldFunctionFound: null,
  goldFiles: null,
  patchedFiles: null,
  reason: null,
};
const action = (call: string, reply = "", fields: Partial<FailedAction> = {}): FailedAction => ({
  turn: 1,
  call,
  reply,
  exitCode: null,
  ...fields,
});
const edit = (oldText: string, newText: string, fields: Partial<Edit> = {}, turn = 1): TurnEdit => ({
  turn,
  edit: {
    path: "a.py",
    kind: "modify",
    oldPath: null,
    oldText,
    newText,
    succeeded: true,
    via: "tool",
    functions: [],
    ...fields,
  },
});
const said = (evidence: Partial<FailureEvidence>, pattern: string): boolean | null | undefined =>
  labelFailure({ ...nothing, ...evidence })[pattern];

test("the patterns are the seven of the paper, in its order", () => {
  expect(failurePatterns.map(({ name }) => name)).toEqual([
    "repository-structure",
    "repetition",
    "reasoning",
    "coding",
    "execution",
    "inconsistency",
    "hallucination",
  ]);
});

test("of a run of which nothing is known no rule speaks", () => {
  expect(new Set(Object.values(labelFailure(nothing)))).toEqual(new Set([null]));
});

describe("repository-structure", () => {
  test("is that no gold file was located", () => {
    expect(said({ goldFileFound: 0 }, "repository-structure")).toBe(true);
    expect(said({ goldFileFound: 100 }, "repository-structure")).toBe(false);
  });
});

describe("repetition", () => {
  test("is the same call three times in a row, whatever came back", () => {
    expect(said({ actions: [action("a", "1"), action("a", "2"), action("a", "3")] }, "repetition")).toBe(true);
    expect(said({ actions: [action("a"), action("a"), action("b"), action("a")] }, "repetition")).toBe(false);
  });

  test("or a quarter of the calls, at least five, that bring nothing new", () => {
    const cycle = [..."abcabcab"].map((call) => action(call, "same"));
    expect(said({ actions: cycle }, "repetition")).toBe(true);
    const fresh = [..."abcabcab"].map((call, at) => action(call, String(at)));
    expect(said({ actions: fresh }, "repetition")).toBe(false);
  });
});

describe("coding", () => {
  test("is a patch that does not apply, two refused edits, or a syntax error after an edit", () => {
    expect(said({ reason: "patch-not-applied" }, "coding")).toBe(true);
    const refused = edit("a", "b", { succeeded: false });
    expect(said({ edits: [refused, refused] }, "coding")).toBe(true);
    const error = action("test", "SyntaxError: invalid syntax", { turn: 3 });
    expect(said({ edits: [edit("a", "b", {}, 2)], actions: [error] }, "coding")).toBe(true);
    expect(said({ edits: [edit("a", "b", {}, 4)], actions: [error] }, "coding")).toBe(false);
  });
});

describe("execution", () => {
  test("is three calls that the environment failed; a failing test is none", () => {
    const missing = action("x", "bash: pytest: command not found", { exitCode: 127 });
    expect(said({ actions: [missing, missing, missing] }, "execution")).toBe(true);
    const failing = action("pytest", "1 failed", { exitCode: 1 });
    expect(said({ actions: [failing, failing, failing] }, "execution")).toBe(false);
  });

  test("a call that ended well is none, whatever it printed", () => {
    const fine = action("cat log", "command not found", { exitCode: 0 });
    expect(said({ actions: [fine, fine, fine] }, "execution")).toBe(false);
  });
});

describe("inconsistency", () => {
  test("is a change that is made again after it was taken back", () => {
    const forth = edit("a", "b");
    expect(said({ edits: [forth, edit("b", "a"), forth] }, "inconsistency")).toBe(true);
    const restored = edit("", "", { kind: "revert", oldText: null, newText: null });
    expect(said({ edits: [forth, restored, forth] }, "inconsistency")).toBe(true);
    expect(said({ edits: [forth, edit("b", "a"), edit("a", "c")] }, "inconsistency")).toBe(false);
  });

  test("or a gold file that was edited and is not in a patch of other files", () => {
    const evidence = { edits: [edit("a", "b")], goldFiles: ["a.py"] };
    expect(said({ ...evidence, patchedFiles: ["b.py"] }, "inconsistency")).toBe(true);
    expect(said({ ...evidence, patchedFiles: ["a.py"] }, "inconsistency")).toBe(false);
    expect(said({ ...evidence, patchedFiles: [] }, "inconsistency")).toBe(false);
  });
});

describe("hallucination", () => {
  test("is two different calls that name what is not there", () => {
    const reply = "cat: x.py: No such file or directory";
    expect(said({ actions: [action("cat x.py", reply), action("cat y.py", reply)] }, "hallucination")).toBe(true);
    expect(said({ actions: [action("cat x.py", reply), action("cat x.py", reply)] }, "hallucination")).toBe(false);
  });
});

describe("reasoning", () => {
  const right = { goldFileFound: 100, goldFunctionFound: 100, patchedFiles: ["a.py"], edits: [edit("a", "b")] };

  test("is the right place and the wrong change", () => {
    expect(said(right, "reasoning")).toBe(true);
    expect(said({ ...right, goldFunctionFound: 0 }, "reasoning")).toBe(false);
  });

  test("goes by files where the patch changes no function", () => {
    expect(said({ ...right, goldFunctionFound: null }, "reasoning")).toBe(true);
  });

  test("is not said of a change that cannot be made or was given up", () => {
    expect(said({ ...right, reason: "patch-not-applied" }, "reasoning")).toBe(false);
    expect(said({ ...right, patchedFiles: [] }, "reasoning")).toBe(false);
  });
});
