export { type ModelConfig, parseModelConfig } from "./model/model-config.ts";
