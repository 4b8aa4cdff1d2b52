import { MemopError } from "@memop/core";

/** Number of elements; 1 for a scalar. */
export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1);
}

/** True when both have the same sizes in the same order. */
export function sameShape(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((size, axis) => size === b[axis]);
}

/** A shape for messages: `2×3`, or `scalar`. */
export function showShape(shape: readonly number[]): string {
  return shape.length === 0 ? "scalar" : shape.join("×");
}

/** Shape of an elementwise result, by numpy's rules; throws `BAD_USAGE` when two sizes differ and none is 1. */
export function broadcastShape(a: readonly number[], b: readonly number[], operator: string): readonly number[] {
  const rank = Math.max(a.length, b.length);
  return Array.from({ length: rank }, (_, axis) => {
    const left = a[a.length - rank + axis] ?? 1;
    const right = b[b.length - rank + axis] ?? 1;
    if (left !== right && left !== 1 && right !== 1) throw doNotFit(operator, a, b);
    return left === 1 ? right : left;
  });
}

/** An axis counted from the front; `axis` may be negative. Throws `BAD_USAGE` when there is no such axis. */
export function axisOf(shape: readonly number[], axis: number, operator: string): number {
  const positive = axis < 0 ? shape.length + axis : axis;
  if (Number.isInteger(positive) && positive >= 0 && positive < shape.length) return positive;
  throw new MemopError("BAD_USAGE", `${operator}: a tensor of shape ${showShape(shape)} has no axis ${axis}`);
}

/** The error of an operator whose inputs' shapes do not go together. */
export function doNotFit(operator: string, ...shapes: readonly (readonly number[])[]): MemopError {
  return new MemopError("BAD_USAGE", `${operator}: shapes ${shapes.map(showShape).join(" and ")} do not fit`);
}
