import { join } from "node:path";
import { writeFileAtomic } from "@memop/core";
import type { AdapterConfig } from "../lora/adapter-config.ts";
import type { Adapter } from "../lora/read-adapter.ts";
import { writeSafetensors } from "../safetensors/write-safetensors.ts";

/** Writes an adapter folder as PEFT saves it; `baseModel` is the folder or name that it belongs to. */
export async function exportAdapter({ config, weights }: Adapter, folder: string, baseModel: string): Promise<void> {
  await writeSafetensors(join(folder, "adapter_model.safetensors"), weights);
  const file = `${JSON.stringify(adapterFile(config, baseModel), null, 2)}\n`;
  await writeFileAtomic(join(folder, "adapter_config.json"), file);
}

function adapterFile(config: AdapterConfig, baseModel: string): object {
  return {
    peft_type: "LORA",
    task_type: "CAUSAL_LM",
    base_model_name_or_path: baseModel,
    r: config.rank,
    lora_alpha: config.alpha,
    lora_dropout: 0,
    use_rslora: config.rankStabilized,
    target_modules: config.targetModules,
    bias: "none",
    fan_in_fan_out: false,
    inference_mode: true,
  };
}
