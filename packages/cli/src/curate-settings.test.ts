import { expect, test } from "vitest";
import { curateSettings, plannedSettings } from "./curate-settings.ts";

const io = {
  out: () => undefined,
  err: () => undefined,
  workingFolder: import.meta.dirname,
  environment: {},
  showsProgress: false,
  colours: false,
  signal: new AbortController().signal,
};
const defaults = { nullMetrics: "available", redundant: "zero" };

test("every scanner is on, and nothing is allowed or compared unless it is asked for", async () => {
  expect(plannedSettings(await curateSettings(defaults, io))).toMatchObject({
    hygiene: { allowed: [], benchmarks: [], scanners: ["known-keys", "secretlint"] },
    selection: {},
    repositories: null,
  });
  expect((await curateSettings({ ...defaults, hygiene: false }, io)).hygiene).toBe(false);
});

test("reasons are allowed by name, and self-solution by an option of its own", async () => {
  const options = { ...defaults, allowSelfSolution: true, allow: ["duplicate-near"] };
  const { hygiene } = await curateSettings(options, io);
  expect(hygiene).toMatchObject({ allowed: ["self-solution", "duplicate-near"] });
  await expect(curateSettings({ ...defaults, allow: ["leaks"] }, io)).rejects.toMatchObject({ code: "BAD_USAGE" });
});

test.each([
  ["0.1..0.9", { least: 0.1, most: 0.9 }],
  [".5..1", { least: 0.5, most: 1 }],
  ["0..0", { least: 0, most: 0 }],
])("--pass-rate %s is a band", async (passRate, band) => {
  expect((await curateSettings({ ...defaults, passRate }, io)).selection).toEqual({ passRate: band });
});

test.each(["0.9..0.1", "10..90", "0.5", "a..b", "0.1-0.9"])("--pass-rate %s is none", async (passRate) => {
  await expect(curateSettings({ ...defaults, passRate }, io)).rejects.toMatchObject({
    code: "BAD_USAGE",
    hint: "for example 0.1..0.9",
  });
});

test("secretlint finds what has no form that is built in", async () => {
  const { hygiene } = await curateSettings(defaults, io);
  const scanners = hygiene === false ? [] : (hygiene?.scanners ?? []);
  const [known, full] = scanners;
  const text = `-----BEGIN PGP PRIVATE KEY BLOCK-----\n${"lQdGBGQ".repeat(20)}\n-----END PGP PRIVATE KEY BLOCK-----\nSHOPIFY=shpat_${"0a1b2c3d".repeat(4)}`;
  expect((await full?.scan(text))?.map(({ kind }) => kind)).toContain("shopify");
  expect((await known?.scan(text))?.map(({ kind }) => kind)).not.toContain("shopify");
});
