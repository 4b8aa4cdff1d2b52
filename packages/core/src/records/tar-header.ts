import { MemopError } from "../error.ts";

/** What a tar archive says about its next member. */
export interface TarHeader {
  readonly name: string;
  readonly sizeBytes: number;
  /** The type flag as a letter: `0` file, `5` directory, `L` long name of the next member, `x` its PAX attributes, … */
  readonly type: string;
}

/** Bytes of a header, and the unit to which contents are padded. */
export const TAR_BLOCK = 512;

/** True when bytes start with the header of a tar archive (POSIX or GNU). */
export function isTar(head: Buffer): boolean {
  return head.length >= TAR_BLOCK && head.toString("latin1", 257, 262) === "ustar";
}

/** Reads one header block. Throws `BAD_INPUT` when its checksum does not match. Source: POSIX.1-2017, pax, ustar format. */
export function parseTarHeader(block: Buffer): TarHeader {
  const checksum = readNumber(block, 148, 8);
  let sum = 0;
  for (const [at, byte] of block.entries()) sum += at >= 148 && at < 156 ? 0x20 : byte;
  if (sum !== checksum) throw new MemopError("BAD_INPUT", "tar header is damaged: its checksum does not match");
  const name = readText(block, 0, 100);
  // GNU archives ("ustar" and spaces) use the prefix field for other things.
  const prefix = block.toString("latin1", 257, 263) === "ustar\0" ? readText(block, 345, 155) : "";
  const type = block[156] === 0 ? "0" : String.fromCharCode(block[156] ?? 0);
  return { name: prefix === "" ? name : `${prefix}/${name}`, sizeBytes: readNumber(block, 124, 12), type };
}

/** The attributes of a PAX header's content: `length key=value\n`, the length counting itself. */
export function parsePax(content: Buffer): Map<string, string> {
  const attributes = new Map<string, string>();
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(0x20, at);
    const length = Number(content.toString("latin1", at, space));
    if (space === -1 || !Number.isInteger(length) || length <= 0) break;
    const [key, ...value] = content.toString("utf8", space + 1, at + length - 1).split("=");
    attributes.set(key ?? "", value.join("="));
    at += length;
  }
  return attributes;
}

function readText(block: Buffer, start: number, length: number): string {
  const field = block.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString("utf8", 0, end === -1 ? length : end);
}

/** Octal text, or big-endian binary when the first bit is set (sizes of 8 GiB and more). */
function readNumber(block: Buffer, start: number, length: number): number {
  if (((block[start] ?? 0) & 0x80) === 0) {
    return Number.parseInt(
      block
        .toString("latin1", start, start + length)
        .replace(/\0.*$/s, "")
        .trim() || "0",
      8,
    );
  }
  return block.subarray(start + 1, start + length).reduce((sum, byte) => sum * 256 + byte, 0);
}
