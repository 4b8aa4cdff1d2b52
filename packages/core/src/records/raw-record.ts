/** One value of a stream of JSON, or what stood there instead. */
export type RawRecord =
  | {
      readonly kind: "json";
      readonly value: unknown;
      /** `document`: the whole stream; `line`: a line of JSONL; `element`: of a huge or cut-off top-level array. */
      readonly from: "document" | "line" | "element";
      /** 1-based line or element; 1 for a document. */
      readonly number: number;
      readonly byteOffset: number;
      readonly byteLength: number;
    }
  | { readonly kind: "text"; readonly text: string; readonly byteOffset: 0; readonly byteLength: number }
  | {
      readonly kind: "bad";
      /** `invalid-json`, `truncated-json`, `invalid-utf8`, `wrong-encoding`, `record-too-large`, `empty`, `binary`. */
      readonly reason: string;
      readonly message: string;
      readonly number: number;
      readonly byteOffset: number;
      /** The whole stream where it is text that begins like JSON and is none, or "" where it is empty; else left out. */
      readonly text?: string;
    };

/** Sizes beyond which records are refused or arrays are split. */
export interface RecordLimits {
  /** Longest single record that is read, in bytes. */
  readonly recordBytes: number;
  /** A stream whose first line is no JSON is read whole up to this size; a larger array is split into elements. */
  readonly wholeBytes: number;
}

/** Longest single record that is read: beyond it V8's strings and memory end. */
export const MAX_RECORD_BYTES = 256 * 1024 * 1024;

/** The limits that hold unless a caller gives others. */
export const defaultRecordLimits: RecordLimits = { recordBytes: MAX_RECORD_BYTES, wholeBytes: 64 * 1024 * 1024 };

/** A refused record. */
export function badRecord(
  reason: string,
  message: string,
  number = 1,
  byteOffset = 0,
): Extract<RawRecord, { kind: "bad" }> {
  return { kind: "bad", reason, message, number, byteOffset };
}
