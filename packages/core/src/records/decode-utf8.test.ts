import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeUtf8 } from "./decode-utf8.ts";

describe("bytes as text", () => {
  test("are the text that was written, whatever it holds", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        expect(decodeUtf8(Buffer.from(text))).toBe(Buffer.from(text).toString());
      }),
    );
    expect(decodeUtf8(Buffer.from("\ufeffé\u0000😀\u2028"))).toBe("\ufeffé\u0000😀\u2028");
    expect(decodeUtf8(Buffer.alloc(0))).toBe("");
  });

  test("are null when they are no UTF-8", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 20 }), (bytes) => {
        const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
        const isValid = Buffer.from(text).equals(bytes);
        expect(decodeUtf8(Buffer.from(bytes))).toBe(isValid ? text : null);
      }),
    );
    // A surrogate, a text that breaks off, an overlong form.
    for (const bytes of [[0xed, 0xa0, 0x80], [0xc3], [0xc0, 0x80]]) expect(decodeUtf8(Buffer.from(bytes))).toBeNull();
  });
});
