// Run by each package's `prepack`: npm packs only what lies in the package's folder, and a tarball needs its licence.
import { copyFileSync } from "node:fs";
import { join } from "node:path";

copyFileSync(join(import.meta.dirname, "..", "LICENSE"), join(process.cwd(), "LICENSE"));
