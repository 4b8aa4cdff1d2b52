import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openDatabase } from "../tables/database.ts";
import { allOf, inChunks, untilFailure } from "../testing/in-chunks.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { compressionOf, decompress } from "./decompress.ts";

/** Text that compresses to about a third, with long-range repeats. */
function text(lines: number): string {
  return Array.from({ length: lines }, (_, at) => `${at} ${Math.sin(at)} ${"abc".repeat(at % 7)}\n`).join("");
}

/** Zstd made by DuckDB: Node 20 has no encoder of its own. */
async function zstd(content: string): Promise<Buffer> {
  const folder = temporaryFolder({ "content.txt": content });
  const database = await openDatabase();
  try {
    const from = `SELECT content FROM read_text('${folder}/content.txt')`;
    const options = "FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER '', COMPRESSION zstd";
    await database.run(`COPY (${from}) TO '${folder}/content.zst' (${options})`);
    return readFileSync(`${folder}/content.zst`);
  } finally {
    database.close();
  }
}

async function decompressed(content: Uint8Array, sizes: readonly number[] = []): Promise<string> {
  return Buffer.concat(await allOf(await decompress(inChunks(content, sizes)))).toString();
}

describe("decompress", () => {
  test("passes other bytes through, however few", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 20 }), async (bytes) => {
        fc.pre(compressionOf(bytes) === "none");
        expect(Buffer.concat(await allOf(await decompress(inChunks(bytes, [1]))))).toEqual(Buffer.from(bytes));
      }),
    );
  });

  test("undoes gzip, of one member and of several", async () => {
    const content = text(20_000);
    expect(await decompressed(gzipSync(content), [1000, 70_000])).toBe(content);
    expect(await decompressed(Buffer.concat([gzipSync("a"), gzipSync(content), gzipSync("")]))).toBe(`a${content}`);
    expect(await decompressed(gzipSync(""), [1])).toBe("");
  });

  test("undoes zstd, of one frame and of several", async () => {
    const content = text(20_000);
    const packed = await zstd(content);
    expect(compressionOf(packed)).toBe("zstd");
    expect(await decompressed(packed, [1000, 70_000])).toBe(`${content}\n`);
    expect(await decompressed(Buffer.concat([packed, packed]))).toBe(`${content}\n${content}\n`);
  });

  test("gives chunks that stay as they are while more is read", async () => {
    const content = text(40_000);
    for (const packed of [gzipSync(content), await zstd(content)]) {
      const copies: Buffer[] = [];
      const chunks: Uint8Array[] = [];
      for await (const chunk of await decompress(inChunks(packed, [50_000]))) {
        chunks.push(chunk);
        copies.push(Buffer.from(chunk));
      }
      expect(Buffer.concat(chunks).equals(Buffer.concat(copies))).toBe(true);
    }
  });

  test.each(["gzip", "zstd"] as const)(
    "a %s stream that is cut off gives all that is good, then throws",
    async (kind) => {
      const content = text(30_000);
      const packed = kind === "gzip" ? gzipSync(content) : await zstd(content);
      let before = 0;
      for (const share of [0.001, 0.3, 0.6, 0.9, 1]) {
        const cut = packed.subarray(0, Math.floor(packed.length * share) - 1);
        const [first, second] = await Promise.all(
          [[], [10_000]].map(async (sizes) => untilFailure(await decompress(inChunks(cut, sizes)))),
        );
        expect(first?.error).toMatchObject({ code: "BAD_INPUT", message: expect.stringContaining(kind) });
        expect(second?.bytes.equals(first?.bytes ?? Buffer.alloc(0))).toBe(true);
        expect(content.startsWith(String(first?.bytes).slice(0, content.length))).toBe(true);
        const length = first?.bytes.length ?? 0;
        expect(length).toBeGreaterThanOrEqual(before);
        // A block of zstd is 128 KB; deflate gives nearly everything.
        expect(length).toBeGreaterThan(share * content.length - (kind === "gzip" ? 70_000 : 200_000));
        before = length;
      }
    },
  );

  test.each(["gzip", "zstd"] as const)("a %s stream that is damaged throws, and never gives it all", async (kind) => {
    const packed = kind === "gzip" ? gzipSync(text(30_000)) : await zstd(text(30_000));
    packed.fill(0x55, packed.length / 2, packed.length / 2 + 200);
    const { error } = await untilFailure(await decompress(inChunks(packed)));
    expect(error).toMatchObject({ code: "BAD_INPUT" });
  });

  test("takes gzip of a thousandth of its size by the piece", async () => {
    let size = 0;
    for await (const chunk of await decompress(inChunks(gzipSync(Buffer.alloc(50 << 20))))) size += chunk.length;
    expect(size).toBe(50 << 20);
  });

  test("a failure of the source is thrown as it is", async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield gzipSync(text(1000)).subarray(0, 1000);
      throw new Error("disk gone");
    }
    const { error } = await untilFailure(await decompress(failing()));
    expect((error as Error).message).toBe("disk gone");
  });

  test("lets go of the source when its reader leaves", async () => {
    let isClosed = false;
    async function* watched(): AsyncGenerator<Uint8Array> {
      try {
        yield* inChunks(gzipSync(text(1000)), [500]);
      } finally {
        isClosed = true;
      }
    }
    for await (const _ of await decompress(watched())) break;
    expect(isClosed).toBe(true);
  });
});

const hasZstd = ((): boolean => {
  try {
    execFileSync("zstd", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

test.skipIf(!hasZstd)("reads what the zstd program writes, at several levels and with a checksum", async () => {
  const content = text(6_000);
  for (const options of [["-1"], ["-3", "--no-check"], ["-19"], ["-3", "--long=24"]]) {
    expect(await decompressed(execFileSync("zstd", ["-c", ...options], { input: content }), [65_000])).toBe(content);
  }
});
