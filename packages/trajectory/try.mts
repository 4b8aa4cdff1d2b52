import { ingest } from "./src/ingest/ingest.ts";
const [root, condition, ...paths] = process.argv.slice(2);
const t = Date.now();
const r = await ingest(root!, { paths, tasks: [], results: [], memories: [], condition: condition!, run: null, labels: null, format: null, shard: null }, { workingFolder: process.cwd() });
console.log(JSON.stringify(r), Date.now() - t, "ms", Math.round(process.resourceUsage().maxRSS / 1024), "MB");
