import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allOf, inChunks } from "../testing/in-chunks.ts";
import type { RawRecord, RecordLimits } from "./raw-record.ts";
import { readRecords } from "./read-records.ts";

const small: RecordLimits = { recordBytes: 100, wholeBytes: 60 };

async function records(
  content: string | Uint8Array,
  { sizes = [] as readonly number[], limits = undefined as RecordLimits | undefined, wants = () => true } = {},
): Promise<RawRecord[]> {
  return allOf(readRecords(inChunks(content, sizes), wants, limits));
}

/** Values of good records and reasons of bad ones, in order. */
async function outline(content: string | Uint8Array, limits?: RecordLimits): Promise<unknown[]> {
  return (await records(content, { limits })).map((each) =>
    each.kind === "json" ? each.value : each.kind === "bad" ? each.reason : each.text,
  );
}

describe("JSON lines", () => {
  test("are records with line number, offset and length", async () => {
    expect(await records('{"a":1}\n\n{"a":"é"}\r\n{"b":2}')).toEqual([
      { kind: "json", value: { a: 1 }, from: "line", number: 1, byteOffset: 0, byteLength: 7 },
      { kind: "json", value: { a: "é" }, from: "line", number: 3, byteOffset: 9, byteLength: 11 },
      { kind: "json", value: { b: 2 }, from: "line", number: 4, byteOffset: 21, byteLength: 7 },
    ]);
  });

  test("may be lists, and anything after the first", async () => {
    expect(await outline('[1]\n[2]\n3\n"x"\n{}\n')).toEqual([[1], [2], 3, "x", {}]);
  });

  test("keep their offsets after a byte order mark, however it is cut into chunks", async () => {
    const content = '\ufeff{"a":1}\n{"a":2}\n';
    for (const sizes of [[], [1], [2], [4]]) {
      const found = await records(content, { sizes });
      expect(found.map((each) => [each.kind, each.byteOffset])).toEqual([
        ["json", 3],
        ["json", 11],
      ]);
    }
  });

  test("that are no JSON become refusals, and the next line is read", async () => {
    expect(await outline('{"a":1}\n{"a": NaN}\nnot json\n{"a":2}\n')).toEqual([
      { a: 1 },
      "invalid-json",
      "invalid-json",
      { a: 2 },
    ]);
  });

  test("whose first is no JSON are read all the same", async () => {
    const found = await records('{"a":1\r\n\r\n{"a":2}\r\n{"a":3}\r\n');
    expect(found.map((each) => [each.kind, "number" in each ? each.number : 0, each.byteOffset])).toEqual([
      ["bad", 1, 0],
      ["json", 3, 10],
      ["json", 4, 19],
    ]);
  });

  test("whose first is no JSON are read all the same when they are too many to be held", async () => {
    const good = Array.from({ length: 20 }, (_, at) => ({ a: at }));
    const content = `{"a":\n${good.map((each) => JSON.stringify(each)).join("\n")}\n`;
    expect(await outline(content, small)).toEqual(["invalid-json", ...good]);
  });

  test("a last one that is cut off is told from one that is wrong", async () => {
    expect(await outline('{"a":1}\n{"a":')).toEqual([{ a: 1 }, "truncated-json"]);
    expect(await outline('{"a":1}\n{"a":2')).toEqual([{ a: 1 }, "truncated-json"]);
    expect(await outline('{"a":1}\n{"a": NaN}')).toEqual([{ a: 1 }, "invalid-json"]);
  });

  test("one that is no UTF-8 is refused between good ones", async () => {
    const latin1 = Buffer.concat([
      Buffer.from('{"a":1}\n'),
      Buffer.from('{"a":"é"}\n', "latin1"),
      Buffer.from('{"a":2}\n'),
    ]);
    expect(await outline(latin1)).toEqual([{ a: 1 }, "invalid-utf8", { a: 2 }]);
    expect(await outline(latin1.subarray(8))).toEqual(["invalid-utf8", { a: 2 }]);
  });

  test("one of zeros, as a crash leaves it, is refused between good ones", async () => {
    expect(await outline(`{"a":1}\n${"\0".repeat(5000)}\n{"a":2}\n`)).toEqual([{ a: 1 }, "invalid-json", { a: 2 }]);
  });

  test("one beyond the limit is refused wherever it is", async () => {
    const long = JSON.stringify({ long: "x".repeat(200) });
    const expected = [{ a: 1 }, "record-too-large", { a: 2 }];
    expect(await outline(`{"a":1}\n${long}\n{"a":2}\n`, small)).toEqual(expected);
    expect(await outline(`${long}\n{"a":2}\n`, small)).toEqual(["record-too-large", { a: 2 }]);
    expect(await outline(`{"a":1}\n${long}`, small)).toEqual([{ a: 1 }, "record-too-large"]);
  });

  test("keep U+2028, escaped lone surrogates, and the last of equal keys", async () => {
    expect(await outline('{"a":"x\u2028y"}\n{"a":"\\ud835"}\n{"a":1,"a":2}\n')).toEqual([
      { a: "x\u2028y" },
      { a: "\ud835" },
      { a: 2 },
    ]);
  });

  test("nested 100,000 levels deep do no harm", async () => {
    const deep = `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    const kinds = (await records(`${deep}\n{"a":1}\n`)).map((each) => each.kind);
    expect(kinds).toHaveLength(2);
    expect(kinds[1]).toBe("json");
  });

  test("at offsets that are not wanted are passed over", async () => {
    const content = '{"a":1}\n{"a":2}\n{"a":3}\n';
    for (const unwanted of [0, 8, 16]) {
      const found = await allOf(readRecords(inChunks(content), (byteOffset) => byteOffset !== unwanted));
      expect(found.map((each) => each.byteOffset)).toEqual([0, 8, 16].filter((each) => each !== unwanted));
    }
  });

  test("are all accounted for: records and refusals are as many as lines that are not blank", async () => {
    const line = fc.oneof(
      fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }).map((value) => JSON.stringify(value)),
      fc.constantFrom("", "  ", "{", "}", "[1,2", "null", '{"a": NaN}', "x,y", '"\u2028"', "\0"),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 12 }),
        fc.constantFrom("\n", "\r\n"),
        fc.boolean(),
        fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 4 }),
        async (lines, end, isEnded, sizes) => {
          const content = ['{"first":1}', ...lines].join(end) + (isEnded ? end : "");
          const found = await records(content, { sizes });
          expect(found).toHaveLength(1 + lines.filter((each) => each.trim() !== "").length);
          const bytes = Buffer.from(content);
          for (const each of found) {
            if (each.kind !== "json") continue;
            const text = bytes.toString("utf8", each.byteOffset, each.byteOffset + each.byteLength);
            expect(JSON.parse(text)).toEqual(each.value);
          }
        },
      ),
    );
  });
});

describe("a JSON document", () => {
  test("is one record, in one line or in many", async () => {
    const value = { a: [1, { b: 2 }], c: "x" };
    for (const indent of [0, 2]) {
      const content = JSON.stringify(value, null, indent);
      const [record, ...more] = await records(content);
      expect(record).toEqual({
        kind: "json",
        value,
        from: "document",
        number: 1,
        byteOffset: 0,
        byteLength: content.length,
      });
      expect(more).toEqual([]);
    }
  });

  test("may have blank lines, CRLF, and a byte order mark", async () => {
    expect(await outline('\ufeff\r\n\r\n{\r\n\r\n  "a": 1\r\n}\r\n\r\n')).toEqual([{ a: 1 }]);
  });

  test("may begin after more white space than a first look takes in", async () => {
    expect(await outline(`${"\n".repeat(10_000)}{\n"a": 1}`)).toEqual([{ a: 1 }]);
  });

  test.each([
    ["one element in a line of its own", '[\n{"a":1}\n]\n', [[{ a: 1 }]]],
    ["commas at the start of lines", '[\n{"a":1}\n,{"a":2}\n]', [[{ a: 1 }, { a: 2 }]]],
    ["no indent", '{\n"a": [\n{"b": 1}\n]\n}', [{ a: [{ b: 1 }] }]],
  ])("with %s is not taken for lines", async (_, content, expected) => {
    expect(await outline(content)).toEqual(expected);
  });

  test("that is cut off is one refusal", async () => {
    expect(await outline('{\n  "a": [\n    {"b": 1},\n    {"b"')).toEqual(["truncated-json"]);
    expect(await outline('{\n  "a": 1')).toEqual(["truncated-json"]);
    expect(await outline('{\n  "a": NaN\n}')).toEqual(["invalid-json"]);
  });

  test("that is an array and is cut off gives the elements before", async () => {
    const found = await records('[\n  {"a": 1},\n  {"a": 2},\n  {"a"');
    expect(found.map((each) => (each.kind === "json" ? each.value : "reason" in each && each.reason))).toEqual([
      { a: 1 },
      { a: 2 },
      "truncated-json",
    ]);
    expect(found.map((each) => "number" in each && each.number)).toEqual([1, 2, 3]);
  });

  test("that is no UTF-8 is one refusal", async () => {
    expect(await outline(Buffer.from('{\n"a":"é"\n}', "latin1"))).toEqual(["invalid-utf8"]);
  });

  test("beyond the limit is one refusal", async () => {
    expect(await outline(JSON.stringify({ a: "x".repeat(40), b: "y".repeat(90) }, null, 1), small)).toEqual([
      "record-too-large",
    ]);
  });

  test("that is a large array is read element by element, with offsets, whatever its lines", async () => {
    const array = Array.from({ length: 30 }, (_, at) => ({ a: at }));
    for (const content of [
      JSON.stringify(array),
      JSON.stringify(array, null, 1),
      JSON.stringify(array).replaceAll("},", "}\n,"),
    ]) {
      const found = await records(content, { limits: small, sizes: [13] });
      expect(found.map((each) => each.kind === "json" && each.value)).toEqual(array);
      for (const each of found) {
        if (each.kind !== "json") continue;
        expect(each.from).toBe("element");
        expect(JSON.parse(content.slice(each.byteOffset, each.byteOffset + each.byteLength))).toEqual(each.value);
      }
    }
  });

  test("gives the same elements however the array is cut into chunks", async () => {
    const content = JSON.stringify(Array.from({ length: 20 }, (_, at) => ({ a: at, b: ["]", '"'] })));
    const whole = await records(content, { limits: small });
    for (const sizes of [[1], [7, 3], [64]]) expect(await records(content, { limits: small, sizes })).toEqual(whole);
  });
});

describe("other content", () => {
  test.each([
    ["nothing", ""],
    ["white space only", " \r\n\n\t"],
    ["a byte order mark only", "\ufeff"],
    ["much white space", "\n".repeat(9000)],
  ])("%s is empty", async (_, content) => {
    expect(await outline(content)).toEqual(["empty"]);
  });

  test("is text when it begins with no bracket", async () => {
    expect(await records("\ufeffdiff --git a/x b/x\n")).toEqual([
      { kind: "text", text: "diff --git a/x b/x\n", byteOffset: 0, byteLength: 22 },
    ]);
  });

  test("is refused when it is no UTF-8, binary, or too much", async () => {
    expect(await outline(Buffer.from("caf\xe9", "latin1"))).toEqual(["invalid-utf8"]);
    expect(await outline(Buffer.from("\x7fELF\0\0\0"))).toEqual(["binary"]);
    expect(await outline("x".repeat(100), small)).toEqual(["record-too-large"]);
  });

  test("in UTF-16 is refused as such, with a mark or without", async () => {
    const text = '{"a":1}\n{"a":2}\n';
    const little = Buffer.from(text, "utf16le");
    for (const bytes of [little, Buffer.from(`\ufeff${text}`, "utf16le"), Buffer.from(little).swap16()]) {
      expect(await outline(bytes)).toEqual(["wrong-encoding"]);
    }
  });

  test("that looks like JSON and is a log is one refusal", async () => {
    expect(await outline("[INFO] started, 3 tasks\n[INFO] done\n")).toEqual(["invalid-json"]);
  });

  test.each([
    ["lines", '{"a":1}\n{"a":2}\n{"a"', [{ a: 1 }, { a: 2 }]],
    ["lines whose first is bad", '{"a":\n{"a":2}\n{"a"', ["invalid-json", { a: 2 }]],
    ["an array", '[\n{"a":1},\n{"a":2},\n{"a"', [{ a: 1 }, { a: 2 }]],
    ["a document", '{\n"a":', []],
    ["text", "some te", []],
  ])("a failure of the stream within %s is thrown after the records before it", async (_, content, expected) => {
    for (const sizes of [[content.length], [1]]) {
      const found: unknown[] = [];
      const reading = (async () => {
        for await (const each of readRecords(failing(content, sizes))) {
          found.push(each.kind === "json" ? each.value : each.kind === "bad" && each.reason);
        }
      })();
      await expect(reading).rejects.toThrow("disk gone");
      expect(found).toEqual(expected);
    }
  });
});

async function* failing(content: string, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  yield* inChunks(content, sizes);
  throw new Error("disk gone");
}
