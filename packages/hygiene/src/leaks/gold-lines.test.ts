import { aTrajectory } from "@memop/trajectory/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { aMemoryUnderCheck as aMemory, aTask, describeHygieneFilter } from "../testing/index.ts";
import { codeTokens } from "./code-tokens.ts";
import { goldLines } from "./gold-lines.ts";
import { significantLines } from "./significant-lines.ts";

const line = "result = round(sum(items, start=0.0), currency_digits)";
const wrote = (text: string) => aTrajectory({ steps: [{ source: "agent", text }], finalPatch: null });
const saw = (content: string) =>
  aTrajectory({
    finalPatch: null,
    steps: [
      {
        source: "agent",
        text: "",
        toolCalls: [{ id: "call-1", name: "bash", arguments: { command: "git log --all -p" } }],
        observations: [{ callId: "call-1", content, isError: false, exitCode: 0 }],
      },
    ],
  });
const demonstration = aTrajectory({
  finalPatch: null,
  steps: [{ source: "agent", text: line, marks: ["demonstration"] }],
});

describeHygieneFilter(goldLines, {
  keeps: {
    "advice without code": aMemory("Look into src/cart.py first; totals are rounded late."),
    "a line of keywords that every program has": aMemory("if result is None:\n    return None"),
    "an import line of the fix": aMemory("from decimal import Decimal"),
    "a line that was there before": aMemory("def total(items):\n    return result"),
    "a line that the fix removes": aMemory("The bug is in `result = sum(items)`."),
    "a longer name that ends like the line": aMemory("my_result = round(sum(items, start=0.0), currency_digits_of(x))"),
    "a line that the issue shows": aMemory(line, { tasks: [aTask({ problemStatement: `Use ${line} instead.` })] }),
    "a task whose fix is unknown": aMemory(line, { tasks: [aTask({ goldPatch: null })] }),
    "a fix that only re-indents": aMemory("value = compute_total(items)", {
      tasks: [
        aTask({
          goldPatch:
            "--- a/a.py\n+++ b/a.py\n@@ -1 +1,2 @@\n-value = compute_total(items)\n+if items:\n+    value = compute_total(items)\n",
        }),
      ],
    }),
  },
  drops: {
    "the line as it is": ["leak-gold-lines", aMemory(`Fix:\n    ${line}\n`)],
    "the line inside prose": ["leak-gold-lines", aMemory(`Write \`${line}\` there.`)],
    "the line with other white space": [
      "leak-gold-lines",
      aMemory("result=round( sum(items,start=0.0),\n currency_digits )"),
    ],
    "the line as a diff, and as JSON text": ["leak-gold-lines", aMemory(JSON.stringify(`+    ${line}\n`))],
    "the line that the run only saw": ["leak-gold-lines", aMemory(line, { sources: [saw(line)] })],
    "the line that a demonstration shows": ["leak-gold-lines", aMemory(line, { sources: [demonstration] })],
    "the line of the second task": ["leak-gold-lines", aMemory(line, { tasks: [aTask({ goldPatch: null }), aTask()] })],
    "the line that the agent wrote itself": [
      "self-solution",
      aMemory(line, { sources: [wrote(`I write\n  ${line}`)] }),
    ],
  },
});

test("white space never hides a line", () => {
  const spaces = fc
    .array(fc.constantFrom(" ", "\n", "\t", "  "), { minLength: 1, maxLength: 3 })
    .map((all) => all.join(""));
  fc.assert(
    fc.property(fc.array(spaces, { minLength: 20, maxLength: 20 }), (between) => {
      const tokens = codeTokens(line).trim().split("\n");
      const spread = tokens.map((token, at) => `${token}${between[at % between.length]}`).join("");
      expect(codeTokens(spread)).toBe(codeTokens(line));
    }),
  );
});

test("a line is significant by what it says, not by its length", () => {
  const patch = ["a = b", "return super().__init__()", "}", "", "else:", "import os.path", "retries = retries + 1"];
  const diff = `--- a/a.py\n+++ b/a.py\n@@ -0,0 +1,7 @@\n${patch.map((text) => `+${text}`).join("\n")}\n`;
  expect(significantLines(diff).map(({ text }) => text)).toEqual(["retries = retries + 1"]);
});
