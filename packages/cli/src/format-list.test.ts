import { formats, givenFields, outcomeFormats, trajectoryWriters } from "@memop/trajectory";
import { expect, test } from "vitest";
import { formatListText, listedFormats } from "./format-list.ts";

const listed = listedFormats();

test("every format that is read or written is listed with what it gives, field by field", () => {
  expect(listed.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    ...formats.map(({ name }) => `trajectory ${name}`),
    ...outcomeFormats.map(({ name }) => `outcome ${name}`),
    ...trajectoryWriters.map(({ name }) => `writer ${name}`),
  ]);
  for (const { kind, gives } of listed) {
    const fields = kind === "outcome" ? ["taskId", "unresolved", "reason", "health"] : [...givenFields];
    expect(Object.keys(gives).sort()).toEqual(fields.sort());
    for (const giving of Object.values(gives)) expect(["yes", "sometimes", "no"]).toContain(giving);
  }
});

test("a format without a real file behind it says why, and one that is written too says so", () => {
  const find = (name: string) => listed.find((each) => each.name === name);
  expect(find("r2e-gym")).toMatchObject({ notTried: expect.any(String), writes: false });
  expect(find("swe-agent")).toMatchObject({ notTried: null, writes: false, scope: "record" });
  expect(find("atif")).toMatchObject({ writes: true });
});

test("the text has a title and a row of letters for each format", () => {
  const text = formatListText(listed);
  for (const { name, title } of listed)
    expect(text).toMatch(new RegExp(`^  ${name} +${title.slice(0, 12).replaceAll(/[^ \\w]/g, ".")}`, "m"));
  expect(text).toMatch(/^ {2}openai +rows with OpenAI chat messages and tools \(JSONL\)$/m);
  expect(text).toMatch(/^ {2}r2e-gym {2,}.*\(not tried on a real file\)$/m);
  expect(text).toMatch(/^ {2}nebius +s +s +y +- +y +s +s +- +- +- +- +-$/m);
});
