import { promises } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { runStage } from "../workspace/run-stage.ts";
import { twoTableStage } from "./two-table-stage.ts";

// Run as: node … run-stage-child.ts ROOT RENAME ROW. Runs the stage, and kills itself before the given rename or row.
const [root = "", killAtRename = "0", killAtRow = "0"] = process.argv.slice(2);

const kill = (): void => void process.kill(process.pid, "SIGKILL");
const { rename } = promises;
let renames = 0;
promises.rename = async (from, to) => {
  renames += 1;
  if (renames === Number(killAtRename)) kill();
  return rename(from, to);
};
syncBuiltinESMExports();

await runStage(
  { root },
  twoTableStage((row) => {
    if (row === Number(killAtRow)) kill();
  }),
);
