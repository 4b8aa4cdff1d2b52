import { MemopError } from "@memop/core";

/** A sequence to learn from. */
export interface Example {
  readonly tokens: readonly number[];
  /** Per token, how much it counts as something to predict: 0 for a prompt's, 1 for an answer's. */
  readonly weights: readonly number[];
}

/** Sizes that a graph is built for. */
export interface BatchShape {
  readonly rows: number;
  readonly time: number;
  /** Room for positions at which a token is predicted. */
  readonly predictions: number;
}

/** Sequences laid out for a graph, shorter ones filled up at their end. */
export interface Batch extends BatchShape {
  /** (rows, time) */
  readonly tokens: BigInt64Array;
  /** (predictions): places in `tokens`, row by row, from which the next token is predicted. */
  readonly places: BigInt64Array;
  /** (predictions): the tokens that come next. */
  readonly labels: BigInt64Array;
  /** (predictions): how much each counts; 0 where nothing is predicted. */
  readonly weights: Float32Array;
}

/** Sum of the weights with which examples count; their first tokens, which nothing predicts, left out. */
export function totalWeight(examples: readonly Example[]): number {
  return examples.reduce(
    (sum, { weights }) => weights.reduce((own, weight, at) => (at === 0 ? own : own + weight), sum),
    0,
  );
}

/** Smallest shape that fits examples: sizes are rounded up, so that few different graphs are needed. */
export function shapeFor(examples: readonly Example[]): BatchShape {
  const longest = Math.max(1, ...examples.map(({ tokens }) => tokens.length));
  const predicted = examples.reduce((sum, { weights }) => sum + weights.filter(countsFrom(1)).length, 0);
  const time = roundUp(longest);
  const rows = examples.length;
  return { rows, time, predictions: Math.min(rows * time, roundUp(Math.max(1, predicted))) };
}

/**
 * Lays examples out in a shape. `scale` multiplies every weight: one over the total weight makes the loss a mean.
 *
 * Throws `BAD_USAGE` when they do not fit, `BAD_INPUT` when an example has not as many weights as tokens.
 */
export function toBatch(examples: readonly Example[], shape: BatchShape, scale: number): Batch {
  const { rows, time, predictions } = shape;
  const tokens = new BigInt64Array(rows * time);
  const places = new BigInt64Array(predictions);
  const labels = new BigInt64Array(predictions);
  const weights = new Float32Array(predictions);
  let used = 0;
  if (examples.length > rows) throw new MemopError("BAD_USAGE", `batch: ${examples.length} examples in ${rows} rows`);
  for (const [row, example] of examples.entries()) {
    const { length } = example.tokens;
    if (example.weights.length !== length) {
      throw new MemopError("BAD_INPUT", `example: ${example.weights.length} weights for ${length} tokens`);
    }
    if (length > time) throw new MemopError("BAD_USAGE", `batch: an example of ${length} tokens in rows of ${time}`);
    for (const [at, token] of example.tokens.entries()) {
      tokens[row * time + at] = BigInt(token);
      const weight = example.weights[at] as number;
      if (at === 0 || weight === 0) continue;
      if (used === predictions) throw new MemopError("BAD_USAGE", `batch: more than ${predictions} predictions`);
      places[used] = BigInt(row * time + at - 1);
      labels[used] = BigInt(token);
      weights[used] = weight * scale;
      used += 1;
    }
  }
  return { ...shape, tokens, places, labels, weights };
}

function countsFrom(first: number): (weight: number, at: number) => boolean {
  return (weight, at) => at >= first && weight !== 0;
}

/** The next of 16, 24, 32, 48, 64, 96, 128, …: at most half as much again is wasted. */
function roundUp(size: number): number {
  let power = 16;
  while (power < size) power *= 2;
  const between = (power * 3) / 4;
  return size <= between && between >= 24 ? between : power;
}
