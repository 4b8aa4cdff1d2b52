import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseJson } from "./parse-json.ts";

function reasonOf(text: string): string | null {
  const parsed = parseJson(text);
  return "reason" in parsed ? parsed.reason : null;
}

describe("parseJson", () => {
  test("gives the value, the last one of equal keys", () => {
    expect(parseJson('{"a":1,"b":[null],"a":2}')).toEqual({ value: { a: 2, b: [null] } });
  });

  test.each([["{NaN"], ['{"a": NaN}'], ['{"a": Infinity}'], ['{"a":1,}'], ["{'a':1}"], ['{"a":1} x'], ["// {}"]])(
    "%s is invalid",
    (text) => expect(reasonOf(text)).toBe("invalid-json"),
  );

  test("every beginning of an object is cut off, wherever it ends", () => {
    const text = '{"a":[true,null,-1.5e3,"x\\u00e9\\n"],"b":{"c":false}}';
    for (let end = 0; end < text.length; end += 1) {
      expect([text.slice(0, end), reasonOf(text.slice(0, end))]).toEqual([text.slice(0, end), "truncated-json"]);
    }
  });

  test("every beginning of any object is cut off", () => {
    const anyText = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue()).map((value) => JSON.stringify(value));
    fc.assert(
      fc.property(anyText, fc.nat(), (text, at) => reasonOf(text.slice(0, at % text.length)) === "truncated-json"),
    );
  });
});
