import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { openDatabase, writeParquet, openOrCreateWorkspace } from "/work/main/packages/core/src/index.ts";
import { metricNames } from "/work/main/packages/metrics/src/index.ts";
import { curateWorkspace } from "/work/main/packages/curation/src/index.ts";
import { rewardWorkspace } from "/work/main/packages/reward/src/index.ts";
const root = "/tmp/bench-ws"; rmSync(root,{recursive:true,force:true}); mkdirSync(root+"/scores",{recursive:true});
const per = Number(process.argv[2] ?? 1000), mem=Number(process.argv[3]??1000);
const db = await openDatabase({memoryMb: 4096, threads: 2});
const m = metricNames.map((n)=>`floor(random()*100)::DOUBLE AS ${n}`).join(", ");
const common = `'agent' AS agent, 'model' AS model, 20 AS budget, 10 AS turns, 'healthy' AS health, NULL::VARCHAR AS run, ${m}, NULL::VARCHAR[] AS notes`;
await writeParquet(db, `SELECT 'b'||t||'_'||r AS trajectory_id, 't'||t AS task_id, 'none' AS condition, NULL::VARCHAR AS memory_id, 'o/'||(t%12) AS repo, ${common} FROM range(${per}) a(t), range(3) b(r)
 UNION ALL SELECT 'm'||k||'_'||t, 't'||t, 'md', 'mem'||k, 'o/'||(t%12), ${common} FROM range(${mem}) a(k), range(${per}) b(t)`, root+"/scores/part-00000.parquet");
writeFileSync(root+"/manifest.json", JSON.stringify({schemaVersion:1,tool:{name:"memop",version:"0.1.0"},stages:{}}));
db.close();
const ws = await openOrCreateWorkspace(root);
let t=Date.now();
console.log(await curateWorkspace(ws, {onProgress:(d,n)=>{ if(d%200===0) process.stderr.write(`${d}/${n} ${Date.now()-t}ms\n`)}}), Date.now()-t, process.memoryUsage().rss/1e6);
t=Date.now();
console.log(await rewardWorkspace(ws), Date.now()-t, process.memoryUsage().rss/1e6);
