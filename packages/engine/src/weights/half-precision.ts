/** 16-bit floats of IEEE 754 as single precision; exact. */
export function fromFloat16(bits: Uint16Array): Float32Array {
  return Float32Array.from(bits, (value) => table()[value] as number);
}

/** 16-bit brain floats, the upper half of a single, as single precision; exact. */
export function fromBfloat16(bits: Uint16Array): Float32Array {
  const wide = new Uint32Array(bits.length);
  for (let at = 0; at < bits.length; at += 1) wide[at] = (bits[at] as number) << 16;
  return new Float32Array(wide.buffer);
}

/** Singles as brain floats, rounded to nearest, ties to even; NaN stays NaN. */
export function toBfloat16(values: Float32Array): Uint16Array {
  const wide = new Uint32Array(values.buffer, values.byteOffset, values.length);
  const bits = new Uint16Array(values.length);
  for (let at = 0; at < bits.length; at += 1) {
    const value = wide[at] as number;
    const isNotANumber = (value & 0x7fffffff) > 0x7f800000;
    bits[at] = isNotANumber ? (value >>> 16) | 0x40 : (value + 0x7fff + ((value >>> 16) & 1)) >>> 16;
  }
  return bits;
}

let halfTable: Float32Array | undefined;

/** Every 16-bit float, by its bits. */
function table(): Float32Array {
  halfTable ??= Float32Array.from({ length: 65_536 }, (_, bits) => halfOf(bits));
  return halfTable;
}

function halfOf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
}
