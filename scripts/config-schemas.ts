import { Pipeline } from "@memop/pipeline";
import * as z from "zod";

/** JSON Schema of every kind of configuration file, by file name. */
export function configSchemas(): Record<string, unknown> {
  return { "pipeline.schema.json": z.toJSONSchema(Pipeline, { io: "input" }) };
}
