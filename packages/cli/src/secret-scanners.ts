import { knownKeyScanner, type Secretlint, type SecretScanner, secretlintScanner } from "@memop/hygiene";
import { lintSource } from "@secretlint/core";
import { creator } from "@secretlint/secretlint-rule-preset-recommend";

/** Every scanner that the command has: keys known by their form, and secretlint's recommended rules. */
export const secretScanners: readonly SecretScanner[] = [
  knownKeyScanner,
  secretlintScanner({ lintSource: lintSource as unknown as Secretlint["lintSource"], preset: creator }),
];
