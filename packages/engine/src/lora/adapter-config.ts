import { MemopError } from "@memop/core";
import * as z from "zod";
import type { ModelConfig } from "../model/model-config.ts";
import { type LinearModule, layerPrefix, linearModules } from "../model/weight-shapes.ts";

/** A low-rank adapter, with the meaning that PEFT gives the words. */
export interface AdapterConfig {
  readonly rank: number;
  /** The adapter's part is multiplied with alpha / rank, or with alpha / √rank when `rankStabilized`. */
  readonly alpha: number;
  readonly rankStabilized: boolean;
  /** Ends of module names, or `all-linear`: every linear map but the output head. */
  readonly targetModules: readonly string[] | "all-linear";
}

/** What the adapter's part of a module is multiplied with. */
export function adapterScale({ alpha, rank, rankStabilized }: AdapterConfig): number {
  return alpha / (rankStabilized ? Math.sqrt(rank) : rank);
}

/**
 * The linear maps of a model that an adapter changes, by their full names, in the model's order.
 *
 * Throws `BAD_CONFIG` when a target names no module.
 */
export function adaptedModules(config: ModelConfig, adapter: AdapterConfig): ReadonlyMap<string, LinearModule> {
  const modules = linearModules(config);
  const targets = adapter.targetModules === "all-linear" ? [...modules.keys()] : adapter.targetModules;
  const layers = Array.from({ length: config.layers }, (_, layer) => layerPrefix(layer));
  const all = layers.flatMap((prefix) =>
    [...modules].map(([name, module]): [string, LinearModule] => [`${prefix}.${name}`, module]),
  );
  const isTarget = (module: string, target: string) => module === target || module.endsWith(`.${target}`);
  for (const target of targets) {
    if (all.some(([module]) => isTarget(module, target))) continue;
    throw new MemopError("BAD_CONFIG", `adapter: no module is named ${target}`, {
      hint: `modules: ${[...modules.keys()].map((name) => name.split(".").at(-1)).join(", ")}`,
    });
  }
  return new Map(all.filter(([module]) => targets.some((target) => isTarget(module, target))));
}

/** Names and shapes of an adapter's tensors, as PEFT names them. */
export function adapterShapes(config: ModelConfig, adapter: AdapterConfig): ReadonlyMap<string, readonly number[]> {
  return new Map(
    [...adaptedModules(config, adapter)].flatMap(([module, { rows, columns }]): [string, readonly number[]][] => [
      [adapterTensor(module, "A"), [adapter.rank, columns]],
      [adapterTensor(module, "B"), [rows, adapter.rank]],
    ]),
  );
}

/** Name of one of the two factors of a module's adapter. */
export function adapterTensor(module: string, factor: "A" | "B"): string {
  return `base_model.model.${module}.lora_${factor}.weight`;
}

const AdapterFile = z.looseObject({
  peft_type: z.literal("LORA"),
  r: z.int().positive(),
  lora_alpha: z.number(),
  use_rslora: z.boolean().default(false),
  target_modules: z.union([z.literal("all-linear"), z.array(z.string()).nonempty()]),
  use_dora: z.boolean().default(false),
  bias: z.string().default("none"),
  modules_to_save: z.array(z.string()).nullish(),
  rank_pattern: z.record(z.string(), z.unknown()).default({}),
  alpha_pattern: z.record(z.string(), z.unknown()).default({}),
  layers_to_transform: z.unknown().optional(),
});

/** Understands an adapter_config.json. Throws `BAD_CONFIG`, naming file and field, for what would be computed wrongly. */
export function parseAdapterConfig(source: unknown, where: string): AdapterConfig {
  const parsed = AdapterFile.safeParse(source);
  if (!parsed.success) {
    throw new MemopError("BAD_CONFIG", `${where}: ${z.prettifyError(parsed.error).replaceAll("\n", " ")}`);
  }
  const file = parsed.data;
  const refused = [
    ...(file.use_dora ? ["use_dora"] : []),
    ...(file.bias !== "none" ? [`bias ${file.bias}`] : []),
    ...(file.modules_to_save?.length ? ["modules_to_save"] : []),
    ...(Object.keys({ ...file.rank_pattern, ...file.alpha_pattern }).length > 0 ? ["rank_pattern, alpha_pattern"] : []),
    ...(file.layers_to_transform ? ["layers_to_transform"] : []),
  ];
  if (refused.length > 0) throw new MemopError("BAD_CONFIG", `${where}: not supported: ${refused.join("; ")}`);
  return { rank: file.r, alpha: file.lora_alpha, rankStabilized: file.use_rslora, targetModules: file.target_modules };
}
