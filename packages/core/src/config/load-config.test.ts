import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { loadConfig } from "./load-config.ts";

const Config = z.strictObject({
  seed: z.int().default(1),
  name: z.string().nullable().default(null),
  training: z.strictObject({ steps: z.int().default(10), rates: z.array(z.number()).default([]) }).prefault({}),
});

async function load(yaml: readonly string[], settings: readonly string[] = []): Promise<z.infer<typeof Config>> {
  const folder = temporaryFolder(Object.fromEntries(yaml.map((text, at) => [`${at}.yaml`, text])));
  const files = yaml.map((_, at) => join(folder, `${at}.yaml`));
  return loadConfig(files, settings, Config);
}

describe("loadConfig", () => {
  test("gives the defaults without files and settings", async () => {
    expect(await load([])).toEqual({ seed: 1, name: null, training: { steps: 10, rates: [] } });
    expect(await load(["# nothing\n", ""])).toEqual(await load([]));
  });

  test("merges objects and replaces lists, the later file winning", async () => {
    const first = "seed: 2\ntraining:\n  steps: 5\n  rates: [1, 2]\n";
    const second = "training:\n  rates: [3]\n";
    expect(await load([first, second])).toEqual({ seed: 2, name: null, training: { steps: 5, rates: [3] } });
  });

  test("takes settings last: nested by dots, typed as YAML is", async () => {
    const settings = ["training.steps=7", "training.rates=[0.5, 1]", "name=a=b", "seed=3", "seed=4"];
    expect(await load(["seed: 2"], settings)).toEqual({
      seed: 4,
      name: "a=b",
      training: { steps: 7, rates: [0.5, 1] },
    });
    expect((await load(["name: x"], ["name="])).name).toBeNull();
    expect((await load([], ['name="7"'])).name).toBe("7");
  });

  test("takes its own output for input", async () => {
    const config = await load(["seed: 2"], ["training.steps=7"]);
    expect(await load([JSON.stringify(config)])).toEqual(config);
  });

  test("names file and line of what is no YAML", async () => {
    await expect(load(["seed: 1", "seed: 2\nname: [a\n"])).rejects.toMatchObject({
      code: "BAD_CONFIG",
      message: expect.stringMatching(/1\.yaml: .* at line [23]/),
    });
    await expect(load(["seed: 1\nseed: 2\n"])).rejects.toMatchObject({
      message: expect.stringMatching(/0\.yaml: Map keys must be unique at line 2/),
    });
  });

  test.each([
    ["unknown keys", "sed: 1", "sed"],
    ["unknown keys at depth", "training: {step: 1}", "step"],
    ["wrong types", "training: {steps: many}", "training.steps"],
    ["a list", "- 1", "expected object"],
  ])("refuses %s, naming the key", async (_, yaml, named) => {
    await expect(load([yaml])).rejects.toMatchObject({ code: "BAD_CONFIG", message: expect.stringContaining(named) });
  });

  test.each(["a", "=1", "a..b=1", ".a=1", "name=[", "__proto__.x=1", "constructor=1"])(
    "refuses the setting %s",
    async (setting) => {
      await expect(load([], [setting])).rejects.toMatchObject({ code: "BAD_CONFIG" });
    },
  );

  test.each(["name: *nowhere", `a: &a [x,x]\n${bomb()}`])(
    "refuses aliases that lead nowhere or unfold without end",
    async (yaml) => {
      await expect(load([yaml])).rejects.toMatchObject({
        code: "BAD_CONFIG",
        message: expect.stringContaining("0.yaml"),
      });
    },
  );

  test("throws NOT_FOUND for a file that is not there", async () => {
    await expect(loadConfig(["/nowhere/a.yaml"], [], Config)).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: "/nowhere/a.yaml: cannot be read",
    });
  });
});

/** Nine lists, each of nine times the one before. */
function bomb(): string {
  const names = [..."abcdefghi"];
  return names
    .slice(1)
    .map((name, at) => `${name}: &${name} [${new Array(9).fill(`*${names[at]}`).join(",")}]`)
    .join("\n");
}
