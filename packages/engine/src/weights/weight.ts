/** A model's tensor in memory, in single precision, row-major. */
export interface Weight {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

/** A model's tensors by the names that Hugging Face gives them. */
export type Weights = ReadonlyMap<string, Weight>;
