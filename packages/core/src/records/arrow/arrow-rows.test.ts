import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Bool,
  Field,
  Float64,
  List,
  RecordBatchStreamWriter,
  Struct,
  Table,
  tableFromJSON,
  Utf8,
  vectorFromArray,
} from "apache-arrow";
import { describe, expect, test } from "vitest";
import { findPart, requirePart } from "../../testing/index.ts";
import { arrowFormOf, readArrowRows } from "./arrow-rows.ts";

const rows = [
  { id: "a", tags: ["x", "y"], inner: { text: "é \u{1F600}", n: 1.5 }, isSolved: true },
  { id: "b", tags: [], inner: { text: "", n: -2 }, isSolved: false },
];
const text = new Utf8();
const types = {
  id: text,
  tags: new List(new Field("item", text, true)),
  inner: new Struct([new Field("text", text, true), new Field("n", new Float64(), true)]),
  isSolved: new Bool(),
};
const table = new Table(
  Object.fromEntries(
    Object.entries(types).map(([name, type]) => [
      name,
      vectorFromArray(
        rows.map((row) => row[name as keyof typeof types]),
        type,
      ),
    ]),
  ),
);
const stream = RecordBatchStreamWriter.writeAll(table).toUint8Array(true);
/** A file is a stream between magic words, with an index of its batches, which no reader of a stream needs, before its end. */
const file = Buffer.concat([Buffer.from("ARROW1\0\0"), stream, Buffer.from("index...\x08\0\0\0ARROW1")]);
const written = { stream, file } as const;

async function* pieces(bytes: Uint8Array, size = 100): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(bytes: Uint8Array, size?: number): Promise<unknown[]> {
  const form = arrowFormOf(bytes);
  if (form === null) throw new Error("not Arrow");
  const found: unknown[] = [];
  for await (const row of readArrowRows(pieces(bytes, size), form, "a.arrow")) found.push(row);
  return found;
}

describe.each(["stream", "file"] as const)("an Arrow %s", (form) => {
  test("is told by its first bytes", () => {
    expect(arrowFormOf(written[form])).toBe(form);
    expect(arrowFormOf(written[form].subarray(0, 5))).toBeNull();
  });

  test.each([1, 7, 1000])("gives its rows when it comes in pieces of %i bytes", async (size) => {
    expect(await read(written[form], size)).toEqual(rows);
  });

  test("that was cut off anywhere is refused", async () => {
    const whole = written[form];
    for (let length = 8; length < whole.length; length += 24) {
      await expect(read(whole.subarray(0, length))).rejects.toMatchObject({ code: "BAD_INPUT" });
    }
  });
});

test("other bytes are no Arrow", () => {
  for (const text of ["", "{}", "PAR1....", "ARROW2..", "\xff\xff\xff\xff\x01\0\0\0"]) {
    expect(arrowFormOf(Buffer.from(text, "latin1"))).toBeNull();
  }
});

test("whole numbers beyond a double's are texts, dates are ISO 8601", async () => {
  const large = tableFromJSON([{ n: 1n }, { n: 2n ** 60n }]);
  expect(await read(RecordBatchStreamWriter.writeAll(large).toUint8Array(true))).toEqual([
    { n: 1 },
    { n: "1152921504606846976" },
  ]);
  const time = new Date("2026-01-02T03:04:05.678Z");
  expect(vectorFromArray([time]).get(0)).toBe(time.getTime());
  const dated = tableFromJSON([{ at: time }]);
  expect(await read(RecordBatchStreamWriter.writeAll(dated).toUint8Array(true))).toEqual([{ at: time.toISOString() }]);
});

const script = `
import sys
import datasets, pyarrow as pa
folder = sys.argv[1]
rows = [
    {"id": "a", "n": 1, "messages": [
        {"role": "user", "content": "é", "calls": None},
        {"role": "assistant", "content": None, "calls": [{"name": "bash"}]},
    ]},
    {"id": "b", "n": None, "messages": None},
]
data = datasets.Dataset.from_list(rows)
data.save_to_disk(folder + "/saved")
table = data.data.table
large = table.set_column(0, "id", table.column("id").cast(pa.large_string()))
def write(name, writer, table, **options):
    with pa.OSFile(folder + "/" + name, "wb") as sink:
        with writer(sink, table.schema, options=pa.ipc.IpcWriteOptions(**options)) as out:
            out.write_table(table)
write("large.arrow", pa.ipc.new_stream, large)
write("file.arrow", pa.ipc.new_file, table)
write("zstd.arrow", pa.ipc.new_stream, table, compression="zstd")
write("lz4.arrow", pa.ipc.new_stream, table, compression="lz4")
`;

const python = findPart("python");

describe("what Hugging Face `datasets` and pyarrow write", () => {
  if (requirePart("python", python !== null, "`npm run setup:python` makes .venv with datasets and pyarrow")) return;
  const folder = mkdtempSync(join(tmpdir(), "memop-arrow-"));
  execFileSync(python as string, ["-c", script, folder], { stdio: ["ignore", "ignore", "pipe"] });
  const bytesOf = (name: string) => readFileSync(join(folder, name));
  const expected = [
    {
      id: "a",
      n: 1,
      messages: [
        { role: "user", content: "é", calls: null },
        { role: "assistant", content: null, calls: [{ name: "bash" }] },
      ],
    },
    { id: "b", n: null, messages: null },
  ];

  test.each(["saved/data-00000-of-00001.arrow", "large.arrow", "file.arrow", "zstd.arrow"])(
    "%s is read",
    async (name) => {
      expect(await read(bytesOf(name))).toEqual(expected);
    },
  );

  test("LZ4 is refused with a way out", async () => {
    await expect(read(bytesOf("lz4.arrow"))).rejects.toMatchObject({
      code: "BAD_INPUT",
      message: expect.stringContaining("LZ4"),
      hint: expect.stringContaining("Parquet"),
    });
  });
});
