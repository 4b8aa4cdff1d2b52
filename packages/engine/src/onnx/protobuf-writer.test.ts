import fc from "fast-check";
import { expect, test } from "vitest";
import { createProtobufWriter } from "./protobuf-writer.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

test("writes the examples of the encoding's own description", () => {
  const numbers = createProtobufWriter();
  numbers.integer(1, 150);
  expect(hex(numbers.finish())).toBe("089601");
  const text = createProtobufWriter();
  text.bytes(2, "testing");
  expect(hex(text.finish())).toBe("120774657374696e67");
  const nested = createProtobufWriter();
  nested.message(3, (inner) => inner.integer(1, 150));
  expect(hex(nested.finish())).toBe("1a03089601");
});

test("a negative number takes ten bytes, a large field two", () => {
  const writer = createProtobufWriter();
  writer.integer(1, -2);
  writer.float(20, 1.5);
  expect(hex(writer.finish())).toBe("08feffffffffffffffff01" + "a501" + "0000c03f");
});

test("every 64-bit number comes back", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
      const writer = createProtobufWriter();
      writer.integer(1, value);
      const bytes = [...writer.finish().subarray(1)];
      const read = bytes.reduceRight((rest, byte) => (rest << 7n) | BigInt(byte & 127), 0n);
      expect(BigInt.asIntN(64, read)).toBe(value);
    }),
  );
});
