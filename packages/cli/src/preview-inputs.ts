import { findInputFiles } from "@memop/core";
import type { IngestOptions } from "@memop/trajectory";
import { exitCodes, type Options } from "./command.ts";
import type { Io } from "./io.ts";
import { byteText } from "./progress.ts";

/** Prints the files that `ingest` would read, with their sizes, and writes nothing. */
export async function previewInputs(options: IngestOptions, flags: Options, io: Io): Promise<number> {
  const paths = [...options.paths, ...options.tasks, ...options.results, ...options.memories];
  const files = await findInputFiles(paths, io.workingFolder);
  const bytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
  if (flags.json === true) {
    io.out(
      `${JSON.stringify({ dryRun: true, files: files.map(({ source, sizeBytes }) => ({ source, sizeBytes })), bytes })}\n`,
    );
    return exitCodes.done;
  }
  for (const file of files) io.out(`${byteText(file.sizeBytes).padStart(10)}  ${file.source}\n`);
  io.out(`${files.length} files, ${byteText(bytes)}\n`);
  return exitCodes.done;
}
