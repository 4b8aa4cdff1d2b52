import { gzipSync } from "node:zlib";
import { type Header, pack } from "tar-stream";
import { describe, expect, test } from "vitest";
import type { MemopError } from "../error.ts";
import { allOf, inChunks, untilFailure } from "../testing/in-chunks.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { type BrokenEntry, type Entry, openEntries } from "./entries.ts";
import { findInputFiles, type InputFile } from "./input-file.ts";

type Member = Partial<Header> & { readonly name: string; readonly content?: string };

/** A tar archive as an independent writer makes it. */
async function tar(members: readonly Member[]): Promise<Buffer> {
  const archive = pack();
  for (const { content, ...header } of members) {
    if (content === undefined) archive.entry(header);
    else archive.entry(header, content);
  }
  archive.finalize();
  return Buffer.concat(await allOf(archive as AsyncIterable<Buffer>));
}

async function fileOf(name: string, content: Uint8Array | string): Promise<InputFile> {
  const [file] = await findInputFiles([name], temporaryFolder({ [name]: content }));
  return file as InputFile;
}

interface Read {
  readonly source: string;
  readonly text: string;
  readonly error: string | null;
}

async function readOne(entry: Entry | BrokenEntry): Promise<Read> {
  if ("error" in entry) return { source: entry.source, text: "", error: entry.error.code };
  const { bytes, error } = await untilFailure(entry.bytes);
  return { source: entry.source, text: bytes.toString(), error: error === null ? null : (error as MemopError).code };
}

async function readAll(entries: AsyncIterable<Entry | BrokenEntry>): Promise<Read[]> {
  const found: Read[] = [];
  for await (const entry of entries) found.push(await readOne(entry));
  return found;
}

async function read(name: string, content: Uint8Array | string): Promise<Read[]> {
  return readAll(openEntries(await fileOf(name, content)));
}

describe("a plain file", () => {
  test("is one entry whose path is given", async () => {
    const file = await fileOf("a.jsonl", "{}\n");
    const [entry] = await allOf(openEntries(file));
    expect(entry).toMatchObject({ source: "a.jsonl", path: file.path });
    expect(await read("a.jsonl", "{}\n")).toEqual([{ source: "a.jsonl", text: "{}\n", error: null }]);
  });

  test("that is compressed is one entry without a path, whatever its name", async () => {
    const [entry] = await allOf(openEntries(await fileOf("a.jsonl", gzipSync("{}\n"))));
    expect(entry).toMatchObject({ source: "a.jsonl", path: null });
    expect(await read("a.jsonl", gzipSync("{}\n"))).toEqual([{ source: "a.jsonl", text: "{}\n", error: null }]);
  });

  test("that is empty is one entry without bytes", async () => {
    expect(await read("a.jsonl", "")).toEqual([{ source: "a.jsonl", text: "", error: null }]);
  });

  test("that is cut off gives its good bytes before it fails", async () => {
    const content = Array.from({ length: 5000 }, (_, at) => `${Math.sin(at)}\n`).join("");
    const packed = gzipSync(content);
    const [found] = await read("a.gz", packed.subarray(0, packed.length - 100));
    expect(found?.error).toBe("BAD_INPUT");
    expect(found?.text.length).toBeGreaterThan(content.length / 2);
    expect(content.startsWith(found?.text ?? "-")).toBe(true);
  });

  test("of which nothing can be read is a broken entry", async () => {
    const gone = { ...(await fileOf("a", "x")), path: "/nowhere/at/all" };
    expect(await readAll(openEntries(gone))).toEqual([{ source: "a", text: "", error: "BAD_INPUT" }]);
    expect(await read("a.gz", gzipSync("abc").subarray(0, 5))).toEqual([
      { source: "a.gz", text: "", error: "BAD_INPUT" },
    ]);
  });

  test("is standard input for -", async () => {
    const [input] = await findInputFiles(["-"], "/");
    const archive = await tar([{ name: "m", content: "x" }]);
    const found = await readAll(openEntries(input as InputFile, inChunks(gzipSync(archive), [7])));
    expect(found).toEqual([{ source: "-#m", text: "x", error: null }]);
  });
});

describe("a tar archive", () => {
  const members: Member[] = [
    { name: "runs/", type: "directory" },
    { name: "./runs/a.json", content: '{"a":1}' },
    { name: "runs/empty", content: "" },
    { name: "runs/link", type: "symlink", linkname: "a.json" },
    { name: "runs/b.json", content: "x".repeat(100_000) },
  ];
  const expected = [
    { source: "t#runs/a.json", text: '{"a":1}', error: null },
    { source: "t#runs/empty", text: "", error: null },
    { source: "t#runs/b.json", text: "x".repeat(100_000), error: null },
  ];

  test("gives its regular members in order, compressed or not", async () => {
    const archive = await tar(members);
    expect(await read("t", archive)).toEqual(expected);
    expect(await read("t", gzipSync(archive))).toEqual(expected);
  });

  test("gives members with long names, names that are no ASCII, and large PAX headers", async () => {
    const names = [`${"d".repeat(90)}/${"e".repeat(90)}/f.json`, `${"long/".repeat(60)}f.json`, "größe/😀.json"];
    const archive = await tar([
      ...names.map((name) => ({ name, content: name })),
      { name: "attributes", pax: { comment: "c".repeat(5000) }, content: "" },
    ]);
    const found = await read("t", archive);
    expect(found.map((each) => each.source)).toEqual([...names, "attributes"].map((name) => `t#${name}`));
    expect(found.map((each) => each.text)).toEqual([...names, ""]);
  });

  test("gives members with long names as GNU tar writes them", async () => {
    const name = `${"long/".repeat(60)}f.json`;
    const [start, rest] = await Promise.all([
      tar([{ name: "././@LongLink", content: `${name}\0` }]),
      tar([{ name: name.slice(0, 100), content: "x" }]),
    ]);
    const long = start.subarray(0, 1024);
    setType(long, "L");
    expect(await read("t", Buffer.concat([long, rest]))).toEqual([{ source: `t#${name}`, text: "x", error: null }]);
  });

  test("may be left within a member: the next one starts where it should", async () => {
    const found: string[] = [];
    for await (const entry of openEntries(await fileOf("t", await tar(members)))) {
      found.push(entry.source);
      if ("bytes" in entry) for await (const _ of entry.bytes) break;
    }
    expect(found).toEqual(expected.map((each) => each.source));
  });

  test("without members gives nothing", async () => {
    expect(await read("t", await tar([]))).toEqual([]);
    expect(await read("t", gzipSync(await tar([])))).toEqual([]);
    expect(await read("t", await tar([{ name: "only/", type: "directory" }]))).toEqual([]);
  });

  test("that is cut off anywhere gives every byte before, and ends with a broken entry", async () => {
    const contents = ["a".repeat(700), "b".repeat(100), "c".repeat(2000)];
    const archive = await tar(contents.map((content, at) => ({ name: `m${at}`, content })));
    // Header, 2 blocks; header, 1 block; header, 4 blocks.
    const starts = [512, 2048, 3072];
    for (let end = 512; end < 3072 + 2000; end += 97) {
      const found = await read("t", archive.subarray(0, end));
      for (const [at, content] of contents.entries()) {
        const start = starts[at] ?? 0;
        const member = found.find((each) => each.source === `t#m${at}`);
        if (end < start) expect(member).toBeUndefined();
        else {
          expect(member?.text).toBe(content.slice(0, Math.max(0, end - start)));
          expect(member?.error).toBe(end < start + content.length ? "BAD_INPUT" : null);
        }
      }
      // Where a header ought to begin nothing is missing.
      if (![1536, 2560].includes(end)) expect(found.at(-1)).toEqual({ source: "t", text: "", error: "BAD_INPUT" });
    }
  });

  test("that is compressed and cut off keeps every good member, however slowly they are read", async () => {
    const good = Array.from({ length: 60 }, (_, at) => ({ name: `m${at}`, content: `${Math.sin(at)}`.repeat(30) }));
    const packed = gzipSync(await tar(good));
    const file = await fileOf("t", packed.subarray(0, Math.floor(packed.length * 0.8)));
    const quick = await readAll(openEntries(file));
    const slow: Read[] = [];
    for await (const entry of openEntries(file)) {
      await new Promise((resolve) => setTimeout(resolve, 2));
      slow.push(await readOne(entry));
    }
    expect(slow).toEqual(quick);
    expect(quick.length).toBeGreaterThan(40);
    expect(quick.slice(0, -2).every((each, at) => each.text === good[at]?.content && each.error === null)).toBe(true);
    expect(quick.at(-1)).toEqual({ source: "t", text: "", error: "BAD_INPUT" });
  });

  test("whose header is damaged ends with a broken entry after the members before", async () => {
    const archive = await tar([
      { name: "a", content: "x" },
      { name: "b", content: "y" },
    ]);
    archive.fill(0x7f, 1024 + 120, 1024 + 130);
    expect(await read("t", archive)).toEqual([
      { source: "t#a", text: "x", error: null },
      { source: "t", text: "", error: "BAD_INPUT" },
    ]);
  });
});

/** Changes the type of a header block, and its checksum. */
function setType(block: Buffer, type: string): void {
  block.write(type, 156, "latin1");
  block.write("        ", 148, "latin1");
  const sum = block.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
}
