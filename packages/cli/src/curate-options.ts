import { candidateKinds, policies, siblingOrders } from "@memop/curation";
import type { Command as Parser } from "commander";
import { numberBetween } from "./number-option.ts";
import { collected, wholeNumber } from "./option-values.ts";

/** Adds the options of `memop curate` to its parser. */
export function addCurateOptions(parser: Parser): Parser {
  return addCheckOptions(
    parser
      .argument("<ws>", "workspace folder")
      .option("--baseline <label>", "condition without memory (default: none)")
      .option("--by <kind>", `what gets a verdict: ${candidateKinds.join(", ")} (default: by what the arms carry)`)
      .option("--policy <name>", `acceptance rule: ${policies.map((policy) => policy.name).join(", ")}`, "memop-strict")
      .option("--null-metrics <rule>", "what an undefined metric does: available, require-all", "available")
      .option("--redundant <rule>", "reward of a memory that changes nothing: zero, penalty", "zero")
      .option("--alpha <share>", "level of every test, one-sided", numberBetween(0, 0.5), 0.05)
      .option("--power <share>", "power that numbers of further pairs are made for", numberBetween(0.5, 1), 0.8)
      .option("--smallest-effect <points>", "mean of the ten deltas worth having", numberBetween(0, 100), 3)
      .option("--margin <points>", "how far a metric may fall (default: noise floor, else 10)", numberBetween(0, 100))
      .option("--draws <n>", "random draws of a test", wholeNumber(100), 10_000)
      .option("--plan <file>", "write the rollouts to run next: .csv, else JSON lines")
      .option("--seed <n>", "seed of resampling", wholeNumber(0), 0),
  );
}

function addCheckOptions(parser: Parser): Parser {
  return parser
    .option("--no-hygiene", "check neither runs nor memories, and leave the hygiene columns null")
    .option("--allow-self-solution", "keep memories that quote the agent's own fix")
    .option("--allow <reason>", "keep what has this hygiene reason alone (repeatable)", collected)
    .option(
      "--benchmarks <path>",
      "tasks that nothing may belong to: lists, or a family's name (repeatable)",
      collected,
    )
    .option("--repos <dir>", "git clones, to find memories that name what is gone")
    .option("--pass-rate <a..b>", "by trajectory: tasks of which this share of runs is resolved")
    .option("--best <order>", `by trajectory: which siblings come first: ${siblingOrders.join(", ")}`)
    .option("--max-per-task <n>", "by trajectory: most accepted, and most rejected, of one task", wholeNumber(1))
    .option("--max-per-repo <n>", "by trajectory: the same of one repository", wholeNumber(1));
}
