import { loadConfig } from "@memop/core";
import { Pipeline, plannedStages } from "@memop/pipeline";

/**
 * Loads a pipeline from files and settings. A setting whose first key is the id of a step (`score.budget=30`) sets an option
 * of that step, any other one a value of the pipeline (`workspace=ws`).
 *
 * Throws what `loadConfig` throws.
 */
export async function loadPipeline(files: readonly string[], settings: readonly string[]): Promise<Pipeline> {
  const plain = await loadConfig(files, [], Pipeline);
  const ids = plannedStages(plain, {}).map((step) => step.id);
  const stepOf = (setting: string): string | undefined => ids.find((id) => setting.startsWith(`${id}.`));
  const pipeline = await loadConfig(
    files,
    settings.filter((setting) => stepOf(setting) === undefined),
    Pipeline,
  );
  for (const setting of settings) {
    const id = stepOf(setting);
    if (id === undefined) continue;
    const at = ids.indexOf(id);
    // The step's own keys follow its id and a dot.
    const schema = Pipeline.shape.stages.element.partial();
    const changed = await loadConfig([], [setting.slice(id.length + 1)], schema);
    pipeline.stages[at] = Pipeline.shape.stages.element.parse({ ...pipeline.stages[at], ...changed });
  }
  return pipeline;
}
