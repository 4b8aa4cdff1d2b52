import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { hazard } from "./hazard.ts";
import { calling, idle, judged, reply, type Scratch, type SftRow, scratch, sftRows, solving, user } from "./scratch.ts";

const promptOf = (row: SftRow | undefined): string => row?.prompt[0]?.content ?? "";

/** The keys of a value at every depth, in order: what Arrow would have to agree on. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  return Object.entries(value).map(([key, each]) => [key, shapeOf(each)]);
}

async function baselineWith(...messages: readonly object[]): Promise<Scratch> {
  const place = scratch();
  await judged(place, ["o__r-1"], { baseline: [user("fix f"), ...messages] });
  return place;
}

// https://github.com/huggingface/trl/pull/5376
hazard(
  "arrow-null-fill",
  "rows of runs with other arguments have equal columns, and no argument is made up",
  async () => {
    const place = scratch();
    const calls = [
      calling("a", { query: "x" }),
      reply("a", ""),
      calling("b", { expr: "2+2", precision: 2 }),
      reply("b", ""),
    ];
    await judged(place, ["o__r-1", "o__r-2"], { baseline: [user("fix f"), ...calls] });
    const rows = await sftRows(place);
    expect(rows).toHaveLength(2);
    expect(shapeOf(rows[0])).toEqual(shapeOf(rows[1]));
    expect(promptOf(rows[0])).toContain("query: x");
    expect(promptOf(rows[0])).not.toContain("null");
  },
);

// https://github.com/QwenLM/Qwen3-Coder/issues/444, https://github.com/huggingface/transformers/issues/45419
hazard(
  "arguments-text-or-object",
  "arguments are rendered once, never escaped twice; broken ones are kept as they were",
  async () => {
    const text = '{"city":"Paris","note":"say \\"hi\\""}';
    const place = await baselineWith(calling("a", text), reply("a", ""), calling("b", '{"city": "Par'), reply("b", ""));
    const [row] = await sftRows(place);
    expect(promptOf(row)).toContain('city: Paris\nnote: say "hi"');
    expect(promptOf(row)).toContain('raw: {"city": "Par');
  },
);

// https://github.com/huggingface/datasets/issues/7322
hazard("json-load-of-two-types", "an argument of two types is text in the dataset", async () => {
  const place = await baselineWith(
    calling("a", { time: "2025-08-01" }),
    reply("a", ""),
    calling("b", { time: 1690876800 }),
    reply("b", ""),
  );
  const [row] = await sftRows(place);
  expect(row?.prompt).toEqual([{ role: "user", content: expect.stringContaining("time: 1690876800") }]);
  expect(promptOf(row)).toContain("time: 2025-08-01");
});

// https://github.com/PrimeIntellect-ai/prime-rl/pull/3382
hazard("tools-text-null", "tools written as the text null are no tools, and no row has a column for them", async () => {
  const place = scratch();
  place.write("rows.jsonl", [{ instance_id: "o__r-9", messages: idle, tools: "null" }]);
  await judged(place, ["o__r-1"]);
  await place.ingest("rows.jsonl");
  expect((await place.trajectories()).map((each) => each.tools)).toEqual([null, null, null]);
  const [row] = await sftRows(place);
  expect(Object.keys(row ?? {})).not.toContain("tools");
});

// https://github.com/hiyouga/LlamaFactory/issues/9107
hazard("text-beside-calls-lost", "what the agent said beside a call is in the prompt", async () => {
  const place = await baselineWith(calling("a", { command: "ls" }, { content: "I will look" }), reply("a", "src"));
  const [row] = await sftRows(place);
  expect(promptOf(row)).toMatch(/I will look\s+\[bash\]\s+command: ls\s+Observation:\s+src/);
});

// https://github.com/hiyouga/LlamaFactory/issues/10178
hazard(
  "rows-dropped-by-alternation",
  "every row is one user message and one reply, and the manifest says how many rows",
  async () => {
    const place = scratch();
    const calls = [
      calling("a", { command: "ls" }),
      calling("b", { command: "pwd" }),
      reply("a", "src"),
      reply("b", "/"),
    ];
    await judged(place, ["o__r-1", "o__r-2"], { baseline: [user("fix f"), ...calls] });
    const rows = await sftRows(place);
    expect(rows.map((row) => [...row.prompt, ...row.completion].map((message) => message.role))).toEqual([
      ["user", "assistant"],
      ["user", "assistant"],
    ]);
    const manifest = JSON.parse(readFileSync(join(place.folder, "sft/manifest.json"), "utf8"));
    expect(manifest.counts.rows).toBe(2);
  },
);

// https://github.com/huggingface/datasets/issues/7793
hazard("large-nested-parquet", "row groups stay small, and JSON lines hold the same rows", async () => {
  const place = scratch();
  const ids = Array.from({ length: 6 }, (_, at) => `o__r-${at}`);
  await judged(place, ids, { text: (id) => `${id} ${"m".repeat(3 << 20)}` });
  const rows = await sftRows(place);
  await place.json("export", "ws", "--recipe", "sft", "--target", "trl", "--writer", "parquet", "--out", "parquet");
  const files = `${place.folder}/parquet/train-*.parquet`;
  const groups = await place.sql<{ bytes: number }>(
    `select sum(total_uncompressed_size)::bigint as bytes from parquet_metadata('${files}') group by file_name, row_group_id`,
  );
  for (const { bytes } of groups) expect(bytes).toBeLessThan(16 << 20);
  const read = await place.sql(`select * from read_parquet('${files}')`);
  expect(new Set(read.map((row) => JSON.stringify(row)))).toEqual(new Set(rows.map((row) => JSON.stringify(row))));
});

// https://github.com/daaain/claude-code-log/issues/16, https://github.com/UKGovernmentBEIS/inspect_ai/pull/3802
hazard(
  "unicode-of-rows",
  "cut texts end with whole characters, and no line breaks in the middle of a row",
  async () => {
    const place = scratch();
    const long = [...solving.slice(0, -1), reply("c2", "\u{1F600}".repeat(20_000))];
    await judged(place, ["o__r-1"], { baseline: long, text: () => "a\u2028b\u2029c \u{1F600}" });
    const rows = await sftRows(place, "train", "--max-prompt-tokens", "1200");
    const text = readFileSync(join(place.folder, "sft/train.jsonl"), "utf8");
    expect(text).not.toMatch(/[\u2028\u2029\u0085]/);
    expect(text.isWellFormed()).toBe(true);
    expect(text).not.toMatch(/\\ud[89a-f]/i);
    expect(rows[0]?.completion[0]?.content).toBe("a\u2028b\u2029c \u{1F600}");
    expect(promptOf(rows[0])).not.toContain("\uFFFD");
  },
);

// https://github.com/allenai/open-instruct/pull/1876
hazard(
  "over-length-cut",
  "a run beyond the budget loses observations first, keeps task, edits and end, and says so",
  async () => {
    const place = scratch();
    const noise = Array.from({ length: 60 }, (_, at) => [
      calling(`n${at}`, { command: `grep -rn name${at} .` }),
      reply(`n${at}`, `line ${at}\n`.repeat(400)),
    ]).flat();
    await judged(place, ["o__r-1"], {
      baseline: [...solving, ...noise, calling("z", { command: "echo the-end" }), reply("z", "")],
    });
    const [row] = await sftRows(place, "train", "--max-prompt-tokens", "2000");
    const prompt = promptOf(row);
    for (const kept of ["f returns a where b is right", "return b", "echo the-end", "# Memory"])
      expect(prompt).toContain(kept);
    expect(prompt).toMatch(/\d+ steps without edits left out/);
    expect(row?.completion[0]?.content).toBe("Look at f first (o__r-1).");
    const [provenance] = await place.sql(`select * from '${place.folder}/sft/tables/provenance.parquet'`);
    expect(provenance?.prompt_tokens).toBeLessThanOrEqual(2000);
    // What does not fit at all is refused, never cut off in the middle.
    const refused = await place.json(
      "export",
      "ws",
      "--recipe",
      "sft",
      "--target",
      "trl",
      "--out",
      "tiny",
      "--max-prompt-tokens",
      "20",
    );
    expect(refused).toMatchObject({ rows: 0, byReason: { "over-budget": 1 } });
  },
);
