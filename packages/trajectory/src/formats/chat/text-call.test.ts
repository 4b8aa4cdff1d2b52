import { describe, expect, test } from "vitest";
import { fencedTextCall, functionTextCall, singleFencedTextCall } from "./text-call.ts";

describe("functionTextCall", () => {
  test("takes one line break around each value for part of the tags", () => {
    const text =
      "I fix it.\n\n<function=edit>\n<parameter=old>\n    a\n\n</parameter>\n<parameter=new>b</parameter>\n</function>";
    expect(functionTextCall(text)).toEqual({
      name: "edit",
      arguments: { old: "    a\n", new: "b" },
      thought: "I fix it.",
    });
  });

  test("reads a call that generation cut off at its end tag", () => {
    expect(functionTextCall("<function=finish>\n<parameter=message>Done.</parameter>\n")?.arguments).toEqual({
      message: "Done.",
    });
    expect(functionTextCall("<function=bash>\n<parameter=command>ls\n</function>")?.arguments).toEqual({
      command: "ls",
    });
    expect(functionTextCall("<function=bash>\n<parameter=command>ls -l")?.arguments).toEqual({ command: "ls -l" });
  });

  test("ignores all calls after the first", () => {
    const text = "<function=a>\n</function>\n<function=b>\n<parameter=x>1</parameter>\n</function>";
    expect(functionTextCall(text)).toEqual({ name: "a", arguments: {}, thought: "" });
  });

  test.each(["no call", "<function=", "<function=two words>", "<function=>"])("is null for %j", (text) => {
    expect(functionTextCall(text)).toBeNull();
  });

  test("keeps a parameter named like a property of every object", () => {
    const call = functionTextCall("<function=f><parameter=__proto__>x</parameter></function>");
    expect(Object.entries(call?.arguments ?? {})).toEqual([["__proto__", "x"]]);
  });
});

describe("fencedTextCall", () => {
  test("takes the last block", () => {
    expect(fencedTextCall("Not\n```\na\n```\nbut\n```bash\nb\n```")).toEqual({
      name: "bash",
      arguments: { command: "b" },
      thought: "Not\n```\na\n```\nbut",
    });
  });

  test.each(["no block", "```", "``` on one line ```"])("is null for %j", (text) => {
    expect(fencedTextCall(text)).toBeNull();
  });
});

describe("singleFencedTextCall", () => {
  test("takes the only block that is a command", () => {
    const text = "```python\nx\n```\n```mswea_bash_command\nls\npwd\n```";
    expect(singleFencedTextCall(text)?.arguments).toEqual({ command: "ls\npwd" });
  });

  test("is null for none and for two, since the agent runs nothing then", () => {
    expect(singleFencedTextCall("```python\nx\n```")).toBeNull();
    expect(singleFencedTextCall("```bash\na\n```\n```bash\nb\n```")).toBeNull();
  });
});
