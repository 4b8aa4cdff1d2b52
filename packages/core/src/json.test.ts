import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hashOf, sha256Hex } from "./hash.ts";
import { canonicalJson, type Json } from "./json.ts";

/** The same value with the keys of every object set in reverse order. */
function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, each]) => [key, reversed(each)]),
  );
}

const anyJson = fc.jsonValue({ noUnicodeString: false }) as fc.Arbitrary<Json>;

describe("canonicalJson", () => {
  test("sorts keys at every depth and writes no spaces", () => {
    expect(canonicalJson({ b: [{ d: 1, c: null }], a: "x y" })).toBe('{"a":"x y","b":[{"c":null,"d":1}]}');
  });

  test("sorts by UTF-16 code unit, not by locale", () => {
    expect(canonicalJson({ ä: 1, a: 2, Z: 3, z: 4 })).toBe('{"Z":3,"a":2,"z":4,"ä":1}');
  });

  test("does not depend on the order in which keys were set", () => {
    fc.assert(fc.property(anyJson, (value) => canonicalJson(reversed(value)) === canonicalJson(value)));
  });

  test("is JSON of the same value", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test("escapes lone surrogates, so that they survive UTF-8", () => {
    const text = canonicalJson({ a: "\ud835" });
    expect(text).toBe('{"a":"\\ud835"}');
    expect(Buffer.from(text, "utf8").toString("utf8")).toBe(text);
  });

  test("keeps a key named __proto__", () => {
    expect(canonicalJson(JSON.parse('{"__proto__":{"x":1}}'))).toBe('{"__proto__":{"x":1}}');
  });
});

describe("hashOf", () => {
  test("is the SHA-256 of the canonical JSON", () => {
    expect(hashOf({ b: 1, a: 2 })).toBe(sha256Hex('{"a":2,"b":1}'));
    expect(hashOf(null)).toBe("74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b");
  });

  test("is equal for values that differ in the order of their keys only", () => {
    fc.assert(fc.property(anyJson, (value) => hashOf(reversed(value)) === hashOf(value)));
  });

  test("tells text from number, null from absent, and list from object", () => {
    const values: Json[] = [{ a: 1 }, { a: "1" }, { a: null }, {}, [], [1], [[1]], "", 0, false, null];
    expect(new Set(values.map(hashOf)).size).toBe(values.length);
  });
});

describe("sha256Hex", () => {
  test("hashes text as UTF-8", () => {
    expect(sha256Hex("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(sha256Hex("é😀")).toBe(sha256Hex(Buffer.from("é😀", "utf8")));
  });
});
