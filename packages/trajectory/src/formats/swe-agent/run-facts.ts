import { limitOrNull, nameOrNull, objectAt, parsedOrNull } from "../json-access.ts";
import { looksLikeTaskId, sourceNames, withoutEnding } from "../source-name.ts";

/** What is known about a run from outside its steps. */
export interface RunFacts {
  readonly taskId: string | null;
  readonly model: string | null;
  readonly turnLimit: number | null;
  readonly costLimitUsd: number | null;
  readonly config: ReturnType<typeof objectAt>;
}

/**
 * Reads task, model and limits off the embedded configuration and off the names of file and folders: a run's folder is
 * named `<model>__<data>__<config>__t-0.00__p-0.95__c-<cost limit>__install-1`.
 */
export function runFacts(replayConfig: unknown, path: string): RunFacts {
  const config = objectAt(parsedOrNull(replayConfig));
  const model = objectAt(config, "agent", "model");
  const folders = sourceNames(path).slice(0, -1);
  const runFolder = folders
    .map((name) => /^([\w.@+-]+?)__.+__t-[\d.]+__p-[\d.]+__c-([\d.]+)/.exec(name))
    .find((found) => found !== null);
  return {
    taskId: taskId(config, path),
    model: modelName(model.name) ?? modelName(runFolder?.[1]),
    turnLimit: limitOrNull(model.per_instance_call_limit),
    costLimitUsd: limitOrNull(model.per_instance_cost_limit) ?? limitOrNull(Number(runFolder?.[2])),
    config,
  };
}

/** The file's name when it is an instance id; else the configured problem's, the folder's, at last the file's as it is. */
function taskId(config: ReturnType<typeof objectAt>, path: string): string | null {
  const names = sourceNames(path);
  const file = withoutEnding(names.at(-1) ?? "", [".traj.json", ".traj", ".json"]);
  if (looksLikeTaskId(file)) return file;
  const folder = names.at(-2) ?? "";
  return nameOrNull(objectAt(config, "problem_statement").id) ?? (looksLikeTaskId(folder) ? folder : nameOrNull(file));
}

/** Names that stand for no model: recorded actions played again, or a person typing. */
function modelName(name: unknown): string | null {
  const model = nameOrNull(name);
  return model === null || /^(?:replay|human|human_thought|instant_empty_submit)$/.test(model) ? null : model;
}
