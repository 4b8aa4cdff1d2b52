import { MemopError, type Workspace } from "@memop/core";
import { exitCodes, type Options } from "../command.ts";
import type { Io } from "../io.ts";
import { listOption, pathOf } from "../option-values.ts";
import { printResult } from "../print-result.ts";
import { countText, startProgress } from "../progress.ts";
import { agreementText, ratesText } from "./failures/failures-text.ts";
import { compareLabels, rateFailures, writeLabelSheet } from "./failures/study-failures.ts";

/** `memop study failures WS`: rates by rule, a sheet to label, or agreement with sheets that were. */
export async function runFailures(workspace: Workspace, options: Options, io: Io): Promise<number> {
  const labels = listOption(options, "labels").map((path) => pathOf(path, "--labels", io));
  const isSheet = options.sample !== undefined || options.out !== undefined;
  if (isSheet && labels.length > 0) {
    throw new MemopError("BAD_USAGE", "--labels reads sheets, --sample and --out write one: use one of them");
  }
  if (isSheet) {
    if (options.sample === undefined || options.out === undefined) {
      throw new MemopError("BAD_USAGE", "a sheet needs both --sample and --out", {
        hint: `memop study failures ${workspace.root} --sample 50 --out sheet.csv`,
      });
    }
    const sheet = { sample: Number(options.sample), seed: Number(options.seed), out: pathOf(options.out, "--out", io) };
    printResult(io, options, { ...(await writeLabelSheet(workspace, sheet)) });
    return exitCodes.done;
  }
  if (labels.length > 0) {
    const agreement = await compareLabels(workspace, labels);
    io.out(options.json === true ? `${JSON.stringify(agreement)}\n` : agreementText(agreement));
    return agreement.labelled > 0 ? exitCodes.done : exitCodes.usage;
  }
  const progress = startProgress(io, "failures", countText);
  try {
    const rates = await rateFailures(workspace, (done, total) => {
      io.signal.throwIfAborted();
      progress.update(done, total);
    });
    progress.stop();
    io.out(
      options.json === true ? `${JSON.stringify(rates)}\n` : `failures ${rates.failures}\n${ratesText(rates.patterns)}`,
    );
    return exitCodes.done;
  } finally {
    progress.stop();
  }
}
