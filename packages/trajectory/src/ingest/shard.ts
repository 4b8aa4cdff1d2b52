import { MemopError, sha256Hex } from "@memop/core";

/** One of `count` equal shares of the work, `index` from 0. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Parses `i/n`. Throws `BAD_USAGE` unless 0 ≤ i < n. */
export function parseShard(text: string): Shard {
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (index !== undefined && shard.count > 0 && shard.index < shard.count) return shard;
  throw new MemopError("BAD_USAGE", `shard "${text}" is not i/n with 0 <= i < n`, { hint: "for example: --shard 0/8" });
}

/** True when the thing with this name belongs to the shard; every name belongs to exactly one of `count` shards. */
export function isInShard(name: string, shard: Shard | null): boolean {
  if (shard === null || shard.count === 1) return true;
  return Number.parseInt(sha256Hex(name).slice(0, 8), 16) % shard.count === shard.index;
}
