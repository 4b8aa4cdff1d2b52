import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { conditions } from "./memories/memory-row.ts";
import { prepareQuickstart } from "./prepare-quickstart.ts";
import { recordArms } from "./record-arms.ts";
import { summarize } from "./summarize.ts";
import { writeDataset } from "./write-dataset.ts";

const usage = `usage: npx tsx scripts/record-quickstart/main.ts [--out DIR] [--jobs N] [--repositories DIR]

Records the quickstart dataset: the same bytes each time.
  --out DIR            where to write (datasets/quickstart)
  --jobs N             rollouts at once (2)
  --repositories DIR   also leave the git repositories there
  --only ID,ID         record these tasks alone
  --conditions A,B     record these arms alone, beside the baseline

example: npx tsx scripts/record-quickstart/main.ts --out out/quickstart-again --jobs 2
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      out: { type: "string", default: "datasets/quickstart" },
      jobs: { type: "string", default: "2" },
      repositories: { type: "string" },
      only: { type: "string" },
      conditions: { type: "string", default: conditions.join(",") },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  const jobs = Number(values.jobs);
  const only = values.only?.split(",");
  const wanted = values.conditions.split(",");
  const root = await mkdtemp(join(tmpdir(), "record-quickstart-"));
  try {
    const quickstart = await prepareQuickstart(root, jobs, (id) => only === undefined || only.includes(id));
    process.stderr.write(`${quickstart.tasks.length} tasks checked\n`);
    const recording = await recordArms(quickstart, {
      root,
      jobs,
      wants: (condition) => wanted.includes(condition),
      onRollout: (done, planned) => {
        if (done % 20 === 0 || done === planned) process.stderr.write(`${done} of ${planned} rollouts\n`);
      },
    });
    const out = resolve(values.out);
    await rm(join(out, "runs"), { recursive: true, force: true });
    await writeDataset(out, quickstart.tasks, recording);
    if (values.repositories !== undefined) {
      await cp(join(root, "repositories"), resolve(values.repositories), { recursive: true });
    }
    process.stdout.write(summarize(recording.runs));
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

await main();
