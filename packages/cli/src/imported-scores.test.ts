import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPart, requirePart } from "@memop/core/testing";
import { afterAll, describe, expect, test } from "vitest";
import { main } from "./main.ts";

const folder = mkdtempSync(join(tmpdir(), "memop-pandas-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Score cards with every odd type that pandas has: nullable and small integers, float32, categories, times, a named index. */
const script = `
import sys
import pandas as pd

rows = [
    {"task_id": f"o__r{t % 3}-{t}", "condition": "none" if m is None else "md", "memory_id": m, "run": r,
     "repo": f"o/r{t % 3}", "agent": "a", "model": "x", "turns": 10, "budget": 20, "seed": 7, "note": "mine",
     "sr": 100 if m == "m1" else 25 * (t % 2), "la_file_1": 50.0 + t, "le_file_1": 33.3,
     "started": pd.Timestamp("2026-01-01", tz="UTC") + pd.Timedelta(hours=t)}
    for m in (None, "m1", "m2") for t in range(6) for r in range(2)
]
frame = pd.DataFrame(rows)
frame["run"] = frame["run"].astype("Int64")
frame["turns"] = frame["turns"].astype("Int32")
frame.loc[3, "turns"] = pd.NA
frame["budget"] = frame["budget"].astype("int16")
frame["sr"] = frame["sr"].astype("int8")
frame["la_file_1"] = frame["la_file_1"].astype("Float64")
frame.loc[7, "la_file_1"] = pd.NA
frame["le_file_1"] = frame["le_file_1"].astype("float32")
frame.loc[5, "le_file_1"] = float("nan")
frame["condition"] = frame["condition"].astype("category")
frame["repo"] = frame["repo"].astype("category")
frame["agent"] = frame["agent"].astype("string")
frame.index = pd.Index([f"row{at}" for at in range(len(frame))], name="label")
frame.to_parquet(sys.argv[1] + "/scores.parquet")
frame.to_csv(sys.argv[1] + "/scores.csv")
frame.reset_index().to_json(sys.argv[1] + "/scores.jsonl", orient="records", lines=True, date_format="iso")
`;

const python = findPart("python");
describe.skipIf(requirePart("python", python !== null, "score cards written by pandas"))(
  "score cards of pandas",
  () => {
    const file = join(folder, "write.py");
    writeFileSync(file, script);
    execFileSync(python as string, [file, folder], { stdio: ["ignore", "ignore", "pipe"] });

    async function memop<T>(...argv: readonly string[]): Promise<T> {
      const printed: string[] = [];
      const code = await main([...argv, "--json"], {
        out: (text) => void printed.push(text),
        err: (text) => void printed.push(text),
        workingFolder: folder,
        environment: {},
        showsProgress: false,
        colours: false,
        signal: new AbortController().signal,
      });
      expect([code, printed.join("")]).toEqual([0, expect.anything()]);
      return JSON.parse(printed.join("")) as T;
    }

    test.each(["scores.parquet", "scores.csv", "scores.jsonl"])(
      "%s is curated, rewarded and reported alone",
      async (name) => {
        const workspace = `ws-${name}`;
        expect(await memop("import", "scores", name, "--out", workspace)).toMatchObject({
          read: 36,
          used: 36,
          refused: 0,
        });
        const [counts] = await memop<object[]>(
          "sql",
          workspace,
          `select count(turns) as turns, count(la_file_1) as la, count(le_file_1) as le, round(max(le_file_1), 4) as most,
        min(note) as note, min(label) as label, max(run) as run, min(sr) as sr from scores`,
        );
        expect(counts).toEqual({ turns: 35, la: 35, le: 35, most: 33.3, note: "mine", label: "row0", run: "1", sr: 0 });
        expect(await memop("curate", workspace, "--policy", "confident", "--margin", "10")).toMatchObject({
          by: "memory",
          pairsUsed: 12,
          pairsPossible: 12,
          hygiene: null,
        });
        expect(
          await memop("sql", workspace, "select memory_id, verdict, n_metrics from decisions order by memory_id"),
        ).toEqual([
          { memory_id: "m1", verdict: "accept", n_metrics: 3 },
          { memory_id: "m2", verdict: "reject", n_metrics: 3 },
        ]);
        expect(await memop("reward", workspace)).toMatchObject({ rewards: 12 });
        expect(await memop("report", workspace, "--out", `${name}.html`)).toMatchObject({
          out: join(folder, `${name}.html`),
        });
        expect(await memop("curate", workspace)).toMatchObject({ stale: ["rewards"] });
        await memop("reward", workspace);
        expect(await memop("curate", workspace)).toMatchObject({ stale: [] });
      },
    );
  },
);
