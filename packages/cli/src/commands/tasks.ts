import { MemopError } from "@memop/core";
import type { CliCommand } from "../command.ts";
import { exitCodes } from "../command.ts";
import { derivedTasks, ingestWithTasks } from "../derived-tasks.ts";
import { pathOf, textOption, wholeNumber } from "../option-values.ts";
import { printResult } from "../print-result.ts";
import { byteText, startProgress } from "../progress.ts";
import { pseudonymizerFor, withPseudonymOptions } from "../pseudonymizer-options.ts";
import { textTable } from "../text-table.ts";

/** `memop tasks from-git SESSION… --repos DIR --out WS`. */
export const tasksCommand: CliCommand = {
  configure(parser) {
    parser
      .argument("<how>", "from-git: derive the task of each session from its git repository")
      .argument("<path...>", "recorded sessions: files, folders, globs, archives")
      .requiredOption("--repos <dir>", "folder that holds the repositories in which the sessions ran")
      .requiredOption("--out <ws>", "workspace folder; added to when it is there")
      .option("--test <command>", "shell command that passes when the task is solved; it runs without a sandbox")
      .option("--test-timeout <seconds>", "longest time for it", wholeNumber(1), 600)
      .option("--window <days>", "days after a session in which its change may have been merged", wholeNumber(0), 14)
      .option("--condition <label>", "arm of the rollouts; none is the baseline without memory", "none")
      .option("--run <label>", "label of the repeat");
    withPseudonymOptions(parser)
      .option("--json", "print one JSON object")
      .addHelpText(
        "after",
        '\nexample: memop tasks from-git ~/.claude/projects --repos ~/src --out ws --test "npm test"',
      );
  },
  async run({ args, options }, io) {
    if (args[0] !== "from-git") {
      throw new MemopError("BAD_USAGE", `tasks "${args[0]}" is not known`, { hint: "known: from-git" });
    }
    const root = pathOf(options.out, "--out", io);
    const command = textOption(options, "test");
    const settings = {
      repos: pathOf(options.repos, "--repos", io),
      test: command === null ? null : { command, timeoutSeconds: options.testTimeout as number },
      windowDays: options.window as number,
    };
    const labels = { condition: textOption(options, "condition") ?? "none", run: textOption(options, "run") };
    const pseudonymizer = await pseudonymizerFor(options, root, io);
    const progress = startProgress(io, "read", byteText);
    try {
      const result = await ingestWithTasks(root, args[1] as string[], settings, labels, {
        workingFolder: io.workingFolder,
        signal: io.signal,
        ...(pseudonymizer === null ? {} : { pseudonymizer }),
        onProgress: ({ doneBytes, totalBytes }) => progress.update(doneBytes, totalBytes),
      });
      progress.stop();
      const { sessions, ...counts } = await derivedTasks(root);
      if (options.json === true) io.out(`${JSON.stringify({ ...result, ...counts, sessions })}\n`);
      else {
        io.out(textTable(sessions));
        printResult(io, options, { read: result.read, used: result.used, refused: result.refused, ...counts });
      }
      return result.used > 0 || result.known > 0 ? exitCodes.done : exitCodes.usage;
    } finally {
      progress.stop();
    }
  },
};
