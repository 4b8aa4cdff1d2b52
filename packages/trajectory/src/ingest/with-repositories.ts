import { existsSync } from "node:fs";
import { openRepositories, type Repositories } from "../repos/repositories.ts";
import type { IngestCall } from "./ingest-call.ts";

/**
 * Lends the repositories in which gold functions are looked up: those that this call names, else those of the latest call
 * before it that named some, so that adding more runs does not make known tasks less exact. Null when none did, and when
 * the folder of an earlier call is gone. Throws `NOT_FOUND` when the folder that this call names is not there.
 */
export async function withRepositories<Result>(
  named: string | null,
  calls: readonly IngestCall[],
  use: (repositories: Repositories | null) => Promise<Result>,
): Promise<Result> {
  const before = calls.map(({ options }) => options.repos).filter((folder) => typeof folder === "string");
  const folder = named ?? before.filter((each) => existsSync(each)).at(-1) ?? null;
  const repositories = folder === null ? null : openRepositories(folder);
  try {
    return await use(repositories);
  } finally {
    repositories?.close();
  }
}
