import { describe, expect, expectTypeOf, test } from "vitest";
import { type FormatName, formatNamed, formats, sniffFormat } from "./index.ts";

describe("formats", () => {
  test("have names of their own, typed literally", () => {
    expect(new Set(formats.map((format) => format.name)).size).toBe(formats.length);
    expectTypeOf<"swe-agent">().toExtend<FormatName>();
  });

  test("are found by name", () => {
    for (const format of formats) expect(formatNamed(format.name)).toBe(format);
  });

  test("an unknown name is refused with the known ones as a hint", () => {
    expect(() => formatNamed("swe-angel")).toThrow(
      expect.objectContaining({
        code: "UNKNOWN_FORMAT",
        message: expect.stringContaining("swe-angel"),
        hint: expect.stringContaining("swe-agent"),
      }),
    );
  });

  test.each([
    null,
    1,
    "text",
    [],
    {},
    { instance_id: "a", patch: "" },
    [{ role: "user", content: "x" }],
    { messages: [{ type: "user" }] },
  ])("sniff nothing in %j", (record) => {
    expect(sniffFormat(record)).toBeNull();
  });
});
