// Run by the `prepack` of packages/cli: the published figures lie in datasets/, and a tarball holds only its package's folder.
import { cpSync } from "node:fs";
import { join } from "node:path";

cpSync(join(import.meta.dirname, "..", "datasets", "published"), join(process.cwd(), "dist", "published"), {
  recursive: true,
});
