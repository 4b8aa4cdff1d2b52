import { MemopError } from "@memop/core";
import { type Pseudonymizer, pseudonymizerOf } from "@memop/trajectory";
import type { Command as Parser } from "commander";
import type { Options } from "./command.ts";
import type { Io } from "./io.ts";
import { collected, listOption } from "./option-values.ts";
import { pseudonymSalt } from "./pseudonym-salt.ts";

/** Declares `--pseudonymize` and the options that go with it. */
export function withPseudonymOptions(parser: Parser): Parser {
  return parser
    .option("--pseudonymize", "replace users, hosts, people and mail addresses in all that is stored")
    .option("--salt-file <file>", "secret of the pseudonyms, made when it is not there; keep it apart from the data")
    .option("--salt-env <name>", "environment variable that holds it instead (default: MEMOP_SALT)")
    .option("--pseudonymize-also <name>", "one more name to replace everywhere (repeatable)", collected);
}

/**
 * What `--pseudonymize` and the options that go with it ask for; null when it is not given. Throws `BAD_USAGE` when the
 * others stand alone, and what `pseudonymSalt` throws.
 */
export async function pseudonymizerFor(options: Options, root: string, io: Io): Promise<Pseudonymizer | null> {
  const names = listOption(options, "pseudonymizeAlso");
  if (options.pseudonymize !== true) {
    const stray = ["saltFile", "saltEnv", "pseudonymizeAlso"].find((name) => options[name] !== undefined);
    if (stray === undefined) return null;
    throw new MemopError("BAD_USAGE", "options about pseudonyms were given, and --pseudonymize was not", {
      hint: "add --pseudonymize, or leave out --salt-file, --salt-env and --pseudonymize-also",
    });
  }
  return pseudonymizerOf(await pseudonymSalt(options, root, io), names);
}
