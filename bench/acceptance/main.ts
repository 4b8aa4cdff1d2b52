import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { composite, pairsForPower, sequentialCap } from "@memop/curation";
import { measuredPolicies } from "./measured-policies.ts";
import { simulatedTasks, streamOf } from "./simulated-tasks.ts";

// How often each policy accepts a memory that does nothing, and one that gains 1, 3, 5 or 10 points on all ten metrics, when the
// metrics of a run have a correlation of 0.3, 0.7 or 0.9. Prints one line a setting, or with --json one JSON object: rule,
// correlation, gain, accepted with its standard error and rejected in percent, mean number of pairs; then the pairs
// that a power of 80 % takes. --rule takes a rule's whole name.
const { values } = parseArgs({
  options: {
    repetitions: { type: "string", default: "400" },
    seed: { type: "string", default: "1" },
    policy: { type: "string", multiple: true },
    rule: { type: "string", multiple: true },
    gain: { type: "string", multiple: true, default: ["0", "1", "3", "5", "10"] },
    json: { type: "boolean", default: false },
  },
});
const repetitions = Number(values.repetitions);
const rows: Record<string, number | string>[] = [];
for (const measured of measuredPolicies) {
  if (values.policy !== undefined && !values.policy.includes(measured.policy)) continue;
  if (values.rule !== undefined && !values.rule.includes(measured.name)) continue;
  for (const correlation of [0.3, 0.7, 0.9]) {
    for (const gain of values.gain.map(Number)) {
      const count = { accept: 0, reject: 0, undecided: 0 };
      let pairs = 0;
      for (let repetition = 0; repetition < repetitions; repetition += 1) {
        const random = streamOf(`${values.seed}:${measured.name}:${correlation}:${gain}`, repetition);
        const tasks = simulatedTasks({ ...measured, correlation, gain }, random);
        const { verdict, used } = measured.decide(tasks, repetition);
        count[verdict] += 1;
        pairs += used;
      }
      const share = count.accept / repetitions;
      const row = {
        rule: measured.name,
        correlation,
        gain,
        acceptPercent: round(100 * share),
        errorPercent: round(100 * Math.sqrt((share * (1 - share)) / repetitions)),
        rejectPercent: round((100 * count.reject) / repetitions),
        pairs: round(pairs / repetitions),
      };
      rows.push(row);
      if (!values.json) process.stdout.write(`${Object.values(row).join("\t")}\n`);
    }
  }
}
// Pairs that a power of 80 % takes, from the spread of simulated pairs: by the formula that plans of confident are made with,
// and the cap of sequential when the gain is its smallest effect of interest.
const needed: Record<string, number>[] = [];
for (const correlation of [0.3, 0.7, 0.9]) {
  const simulated = simulatedTasks(
    { tasks: 5000, runs: 1, correlation, gain: 0 },
    streamOf(`needed:${correlation}`, 0),
  );
  const rewards = simulated.map(({ values }) => composite(values).reward ?? 0);
  const deviation = Math.sqrt(rewards.reduce((sum, reward) => sum + reward ** 2, 0) / rewards.length);
  for (const gain of values.gain.map(Number).filter((each) => each > 0)) {
    const plan = { effect: gain, deviation, alpha: 0.05 };
    const row = {
      correlation,
      gain,
      deviation: round(deviation),
      confidentPairs: pairsForPower(plan, 0.8),
      sequentialCap: sequentialCap({ ...plan, power: 0.8 }),
    };
    needed.push(row);
    if (!values.json) process.stdout.write(`pairs needed\t${Object.values(row).join("\t")}\n`);
  }
}
const machine = `${cpus().length} x ${cpus()[0]?.model ?? "unknown"}`;
if (values.json) process.stdout.write(`${JSON.stringify({ machine, seed: values.seed, repetitions, rows, needed })}\n`);

function round(value: number): number {
  return Number(value.toFixed(1));
}
