import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, relative } from "node:path";
import { MemopError } from "@memop/core";
import type { Options } from "./command.ts";
import type { Io } from "./io.ts";
import { pathOf, textOption } from "./option-values.ts";

/** Shorter salts can be guessed, and with them every name. */
const leastCharacters = 16;

/** Environment variable that holds the salt when no option says another place. */
const defaultVariable = "MEMOP_SALT";

/**
 * The salt of `--pseudonymize`, from `--salt-file`, else from the environment variable that `--salt-env` names. A file that
 * is not there yet is made, with a new random salt, readable by its owner alone, and a note on standard error says to keep it.
 *
 * Throws `BAD_USAGE` when there is no salt, when it is too short, and when its file lies inside the workspace `root`.
 */
export async function pseudonymSalt(options: Options, root: string, io: Io): Promise<string> {
  if (options.saltFile === undefined) {
    const variable = textOption(options, "saltEnv") ?? defaultVariable;
    return checked(io.environment[variable], `the environment variable ${variable}`);
  }
  const file = pathOf(options.saltFile, "--salt-file", io);
  if (!relative(root, file).startsWith("..")) {
    throw new MemopError("BAD_USAGE", `--salt-file ${file} lies inside the workspace`, {
      hint: "who gets the workspace must not get the salt: keep it elsewhere",
    });
  }
  if (!existsSync(file)) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
    io.err(
      `a new salt was written to ${file}: keep it. With it later runs get the same pseudonyms, and who has it can ` +
        "test which name a pseudonym stands for: never give it away with the data\n",
    );
  }
  return checked(await readFile(file, "utf8"), file);
}

function checked(text: string | undefined, place: string): string {
  const salt = text?.trim() ?? "";
  if (salt === "") {
    throw new MemopError("BAD_USAGE", `--pseudonymize needs a salt, and ${place} holds none`, {
      hint: "--salt-file FILE makes one; or put at least 16 random characters into MEMOP_SALT",
    });
  }
  if (salt.length >= leastCharacters) return salt;
  throw new MemopError(
    "BAD_USAGE",
    `the salt in ${place} has ${salt.length} characters, fewer than ${leastCharacters}`,
    {
      hint: "--salt-file FILE makes a random one in a file that is not there yet",
    },
  );
}
