import { join } from "node:path";
import { writeFileAtomic } from "@memop/core";
import { configSchemas } from "./config-schemas.ts";

// Writes configs/schema/*.json, for editors and for the test that checks every file of configs/.
const folder = join(import.meta.dirname, "..", "configs", "schema");
for (const [name, schema] of Object.entries(configSchemas())) {
  await writeFileAtomic(join(folder, name), `${JSON.stringify(schema, null, 2)}\n`);
  process.stdout.write(`configs/schema/${name}\n`);
}
