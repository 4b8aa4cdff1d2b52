/** What sets one family of decoders apart from the others; all else is the same. */
export interface Family {
  /** `model_type` in config.json. */
  readonly modelType: string;
  /** The class that transformers loads it with. */
  readonly architecture: string;
  /** Biases of the query, key and value projections: always, never, or when `attention_bias` says so. */
  readonly inputBias: boolean | "configured";
  /** The same for the output projection. */
  readonly outputBias: boolean | "configured";
  /** True when queries and keys are normalized per head. */
  readonly normalizesHeads: boolean;
  /** Size of a head when `head_dim` is not given; null for hidden size over heads. */
  readonly headSize: number | null;
  /** True when some layers may go without position embedding. */
  readonly skipsRotary: boolean;
}

/** The families that can be read, trained and written. SmolLM and SmolLM2 are of the family llama. */
export const families = [
  {
    modelType: "llama",
    architecture: "LlamaForCausalLM",
    inputBias: "configured",
    outputBias: "configured",
    normalizesHeads: false,
    headSize: null,
    skipsRotary: false,
  },
  {
    modelType: "qwen2",
    architecture: "Qwen2ForCausalLM",
    inputBias: true,
    outputBias: false,
    normalizesHeads: false,
    headSize: null,
    skipsRotary: false,
  },
  {
    modelType: "qwen3",
    architecture: "Qwen3ForCausalLM",
    inputBias: "configured",
    outputBias: "configured",
    normalizesHeads: true,
    headSize: 128,
    skipsRotary: false,
  },
  {
    modelType: "smollm3",
    architecture: "SmolLM3ForCausalLM",
    inputBias: "configured",
    outputBias: "configured",
    normalizesHeads: false,
    headSize: null,
    skipsRotary: true,
  },
] as const satisfies readonly Family[];

/** Name of a family, as `model_type` has it. */
export type FamilyName = (typeof families)[number]["modelType"];
