import { readFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BPE, byteLevelAlphabet, byteLevelPreTokenizer, Tokenizer } from "tokenizers";
import { beforeAll, expect, test } from "vitest";
import { estimateTokens } from "./estimate-tokens.ts";
import { loadTokenizer } from "./load-tokenizer.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "memop-tokens-"));
});

test("counts what the vocabulary says", async () => {
  await writeFile(join(folder, "tokenizer.json"), byteLevelTokenizer());
  const tokenizer = await loadTokenizer(folder);
  expect(tokenizer.exact).toBe(true);
  expect(await tokenizer.count("hello")).toBe(3);
  expect(await tokenizer.count("")).toBe(0);
  expect(await tokenizer.count("😀")).toBe(4);
  expect(await tokenizer.countAll(["hello", "", "he"])).toEqual([3, 0, 1]);
});

test("a lone surrogate is counted as the replacement character, not refused", async () => {
  await writeFile(join(folder, "tokenizer.json"), byteLevelTokenizer());
  expect(await (await loadTokenizer(folder)).count("\ud83d")).toBe(3);
});

test("a truncation that the file asks for does not hide long texts", async () => {
  const tokenizer = new Tokenizer(BPE.init(byteVocabulary(), []));
  tokenizer.setPreTokenizer(byteLevelPreTokenizer(false));
  tokenizer.setTruncation(4);
  tokenizer.save(join(folder, "tokenizer.json"));
  expect(await (await loadTokenizer(folder)).count("a longer text")).toBe(13);
});

test("a folder without tokenizer.json is named", async () => {
  await expect(loadTokenizer(join(folder, "nothing"))).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a file that is no tokenizer is named", async () => {
  await writeFile(join(folder, "tokenizer.json"), '{"model": 3}');
  await expect(loadTokenizer(folder)).rejects.toMatchObject({ code: "BAD_INPUT" });
});

test("the estimate lies near a byte-level BPE that was trained on code like it", async () => {
  const sources = await typescriptSources();
  const held = sources.filter((_, at) => at % 5 === 0);
  const corpus = join(folder, "corpus.txt");
  await writeFile(corpus, sources.filter((_, at) => at % 5 !== 0).join("\n"));
  const trained = new Tokenizer(BPE.empty());
  trained.setPreTokenizer(byteLevelPreTokenizer(false));
  trained.train([corpus]);
  trained.save(join(folder, "tokenizer.json"));
  const tokenizer = await loadTokenizer(folder);
  const exact = (await tokenizer.countAll(held)).reduce((sum, count) => sum + count, 0);
  const estimate = held.reduce((sum, text) => sum + estimateTokens(text), 0);
  expect(estimate / exact).toBeGreaterThan(0.75);
  expect(estimate / exact).toBeLessThan(1.25);
});

/** A byte-level BPE with the 256 bytes, and merges that make `he` and `ll` one token each. */
function byteLevelTokenizer(): string {
  const tokenizer = new Tokenizer(
    BPE.init({ ...byteVocabulary(), he: 256, ll: 257 }, [
      ["h", "e"],
      ["l", "l"],
    ]),
  );
  tokenizer.setPreTokenizer(byteLevelPreTokenizer(false));
  tokenizer.save(join(folder, "made.json"));
  return readFileSync(join(folder, "made.json"), "utf8");
}

function byteVocabulary(): Record<string, number> {
  return Object.fromEntries(
    byteLevelAlphabet()
      .sort()
      .map((letter, id) => [letter, id]),
  );
}

async function typescriptSources(): Promise<string[]> {
  const root = join(import.meta.dirname, "..", "..");
  const names = (await readdir(root, { recursive: true })).filter((name) => /^[a-z]+\/src\/.*\.ts$/.test(name)).sort();
  return Promise.all(names.map((name) => readFile(join(root, name), "utf8")));
}
