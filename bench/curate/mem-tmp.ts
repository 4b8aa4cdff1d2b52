import { openWorkspace } from "@memop/core";
import { curateWorkspace } from "@memop/curation";
let peak = { rss: 0, heapUsed: 0, heapTotal: 0, external: 0, arrayBuffers: 0 };
const t0 = Date.now();
const note = (label: string) => { const m = process.memoryUsage(); process.stderr.write(`${label} ${((Date.now()-t0)/1000).toFixed(1)}s ${Object.entries(m).map(([k, v]) => `${k}=${Math.round(v / 1e6)}`).join(" ")}\n`); };
note("start");
await curateWorkspace(openWorkspace("/tmp/wsb"), { policy: "confident", draws: 2000, force: true, onProgress(d) { if (d === 1 || d % 250 === 0) note(String(d)); } });
note("end");
