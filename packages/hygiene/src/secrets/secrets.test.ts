import { aStep, aTrajectory } from "@memop/trajectory/testing";
import { describe, expect, test } from "vitest";
import { embeddedScripts } from "../actions/embedded-scripts.ts";
import { excerptOf } from "../excerpt.ts";
import { describeHygieneFilter } from "../testing/index.ts";
import { encodedTexts } from "./encoded-texts.ts";
import { knownKeyScanner, knownKeysIn, withoutKnownKeys } from "./known-keys.ts";
import { scanForSecrets } from "./scan-for-secrets.ts";
import { secretlintScanner } from "./secretlint-scanner.ts";
import { secrets } from "./secrets.ts";
import { textsOfTrajectory } from "./texts-of-trajectory.ts";

// Made up here, in parts, so that no scanner of repositories takes this file for a leak.
const letters = "aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW3xY5zA7bC9dE2fG4hJ6kL8mN";
const keys: Readonly<Record<string, string>> = {
  "aws-access-key-id": `AKIA${"QZ7XW5RT3YUP4ASD"}`,
  "google-api-key": `AIza${letters.slice(0, 35)}`,
  "anthropic-api-key": `sk-ant-api03-${letters}`,
  "openai-api-key": `sk-proj-${letters}`,
  "github-token": `ghp_${letters.slice(0, 36)}`,
  "gitlab-token": `glpat-${letters.slice(0, 20)}`,
  "slack-token": `xoxb-${"2718281828-3141592653-"}${letters.slice(0, 24)}`,
  "npm-token": `npm_${letters.slice(0, 36)}`,
  "daytona-token": `dtn_${letters.slice(0, 40).toLowerCase()}`,
  "private-key": "-----BEGIN RSA PRIVATE KEY-----",
  "url-password": "postgres://admin:tr0ub4dor@",
  "bearer-token": `Authorization: Bearer ${letters}`,
};

describeHygieneFilter(secrets, {
  keeps: { "what was not scanned": {}, "what was found clean": { secrets: [] } },
  drops: {
    "a key in a memory": [
      "secret",
      { secrets: [{ kind: "github-token", place: "memory", count: 2, isEncoded: false }] },
    ],
    "a key in a step": [
      "secret",
      { secrets: [{ kind: "slack", place: "step 4 tool call", count: 1, isEncoded: true }] },
    ],
    "a key elsewhere": ["secret", { secrets: [{ kind: "slack", place: "final patch", count: 1, isEncoded: false }] }],
  },
  unspeakable: Object.values(keys),
});

describe("keys of known form", () => {
  test.each(Object.entries(keys))("%s is found and struck out", (kind, key) => {
    expect(knownKeysIn(`x = "${key}"\n`).map((found) => found.kind)).toEqual([kind]);
    expect(withoutKnownKeys(`x = "${key}"`)).toBe(`x = "[${kind}]"`);
    expect(excerptOf(`curl -H '${key}' https://example.org`)).not.toContain(key);
  });

  test.each([
    `AKIA${"IOSFODNN7EXAMPLE"}`,
    "sk-your-key-here",
    `ghp_${"x".repeat(36)}`,
    "https://user:password@example.com",
    "https://user:$PASSWORD@host/",
    "http://user:pass%40word@example.com - valid",
    "http://user:s3cretw0rd@localhost:8000/",
    "risk-assessment of task-manager-for-everyone-in-the-whole-wide-world",
    "Authorization: Bearer <token>",
    "4f3b1c9d2e7a8b6c5d4e3f2a1b0c9d8e7f6a5b4c",
    "",
  ])("%j is none", (text) => expect(knownKeysIn(text)).toEqual([]));

  // A pattern that goes back and forth would be at work for hours: the runner's time limit is the watchdog.
  test("are not seen in a megabyte of text that looks like their beginnings", () => {
    const text = "sk-ant-AKIA-----BEGIN A B C https://a:Authorization: Bearer ghp_ npm_ ".repeat(15_000);
    expect(knownKeysIn(text)).toEqual([]);
  });
});

test.each(["x", "%2", "A1", "'git ", "(", "\n"])(
  "a megabyte of %j is searched for encoded texts without going back and forth",
  (part) => {
    const text = part.repeat(1_000_000 / part.length);
    expect(Array.isArray([...encodedTexts(text)])).toBe(true);
    expect(Array.isArray([...embeddedScripts(text)])).toBe(true);
  },
);

describe("a scan", () => {
  const key = keys["github-token"] as string;

  test("tells kind, place and count, in plain and encoded form, never the value", async () => {
    const text = `${key} ${key} ${Buffer.from(`token=${key}`).toString("base64")} q=%22${key}%22`;
    const found = await scanForSecrets([{ place: "memory", text }], [knownKeyScanner]);
    expect(found).toContainEqual({ kind: "github-token", place: "memory", count: 2, isEncoded: false });
    expect(found).toContainEqual({ kind: "github-token", place: "memory", count: 2, isEncoded: true });
    expect(JSON.stringify(found)).not.toContain(key);
  });

  test("counts a find of several scanners once", async () => {
    const wide = { name: "wide", scan: async (text: string) => [{ kind: "any", start: 0, end: text.length }] };
    expect(await scanForSecrets([{ place: "memory", text: key }], [wide, knownKeyScanner])).toMatchObject([
      { kind: "any", count: 1 },
    ]);
  });

  test("sees every text of a trajectory: keys of arguments, observations, extras", async () => {
    const trajectory = {
      ...aTrajectory(),
      steps: [
        aStep({
          text: "",
          toolCalls: [{ id: "1", name: "bash", arguments: { env: { [key]: 1 } } }],
          observations: [{ callId: "1", content: key, isError: null, exitCode: null }],
        }),
      ],
      extra: { config: [{ api_key: key }] },
    };
    const found = await scanForSecrets(textsOfTrajectory(trajectory), [knownKeyScanner]);
    expect(found.map(({ place }) => place)).toEqual(["step 0 tool call", "step 0 observation", "extra"]);
  });

  test("takes secretlint's messages as they are", async () => {
    const scanner = secretlintScanner({
      lintSource: async ({ source }) => ({
        messages: [
          { ruleId: "@secretlint/secretlint-rule-github", range: [source.content.indexOf(key), source.content.length] },
        ],
      }),
      preset: null,
    });
    expect(await scanner.scan(`x ${key}`)).toEqual([{ kind: "github", start: 2, end: 42 }]);
  });
});
