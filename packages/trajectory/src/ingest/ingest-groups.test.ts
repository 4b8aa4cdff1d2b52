import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { openTables, openWorkspace, type Row } from "@memop/core";
import { describe, expect, test } from "vitest";
import { recordsTable } from "../tables/records-table.ts";
import { trajectoriesTable } from "../tables/trajectories-table.ts";
import { chatRow, ingestOptions, tableHashes, temporaryFolder, writeFiles } from "../testing/ingest-fixtures.ts";
import type { Trajectory } from "../trajectory.ts";
import { gatherIngested } from "./gather.ts";
import { type IngestOptions, ingest } from "./ingest.ts";
import { parseShard } from "./shard.ts";

/** Small parts, so that few rows make several. */
const partBytes = 1500;

type Files = Readonly<Record<string, string | Uint8Array>>;

function place(files: Files) {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const read = (root: string, more: Partial<IngestOptions> = {}, paths: readonly string[] = ["in"]) =>
    ingest(join(folder, root), ingestOptions(paths, more), { workingFolder: folder, partBytes });
  const query = async (sql: string, root = "ws"): Promise<Row[]> => {
    const database = await openTables(openWorkspace(join(folder, root)), [trajectoriesTable, recordsTable]);
    try {
      return await database.all(sql);
    } finally {
      database.close();
    }
  };
  const trajectories = async (root = "ws"): Promise<Trajectory[]> =>
    (await query("SELECT trajectory_json FROM trajectories ORDER BY source_file, source", root)).map(
      (row) => JSON.parse(row.trajectory_json as string) as Trajectory,
    );
  return { folder, read, query, trajectories };
}

let clock = 0;
function sessionLine(session: string, uuid: string, parent: string | null, role: string, text: string): string {
  clock += 1;
  const timestamp = new Date(Date.UTC(2026, 0, 1) + clock * 1000).toISOString();
  const message = {
    role,
    id: `m-${uuid}`,
    content: [{ type: "text", text }],
    usage: { input_tokens: 1, output_tokens: 2 },
  };
  return JSON.stringify({ type: role, uuid, parentUuid: parent, sessionId: session, timestamp, message });
}

/** A session of so many exchanges. */
function session(name: string, exchanges: number): string[] {
  const lines: string[] = [];
  for (let at = 0; at < exchanges; at += 1) {
    const before = at === 0 ? null : `${name}-a${at - 1}`;
    lines.push(sessionLine(name, `${name}-u${at}`, before, "user", `ask ${at} ${"x".repeat(200)}`));
    lines.push(sessionLine(name, `${name}-a${at}`, `${name}-u${at}`, "assistant", `say ${at}`));
  }
  return lines;
}

const text = (lines: readonly string[]): string => `${lines.join("\n")}\n`;

function rollout(id: string, turns: number): string[] {
  const item = (payload: object): string =>
    JSON.stringify({ timestamp: "2026-01-01T00:00:00Z", type: "response_item", payload });
  const lines = [JSON.stringify({ type: "session_meta", payload: { id, cwd: "/repo" } })];
  for (let turn = 0; turn < turns; turn += 1) {
    lines.push(
      item({ type: "message", role: "user", content: [{ type: "input_text", text: `go ${turn} ${"y".repeat(100)}` }] }),
    );
    lines.push(item({ type: "message", role: "assistant", content: [{ type: "output_text", text: `did ${turn}` }] }));
  }
  return lines;
}

function spanBatch(trace: string, spans: readonly (readonly [string, string])[]): string {
  const chat = ([id, said]: readonly [string, string]): object => ({
    traceId: trace,
    spanId: id,
    startTimeUnixNano: `${1_767_225_600 + Number(id)}000000000`,
    attributes: Object.entries({ "gen_ai.operation.name": "chat", "gen_ai.output.messages": said }).map(
      ([key, value]) => ({
        key,
        value: { stringValue: value },
      }),
    ),
  });
  return JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: spans.map(chat) }] }] });
}

const answer = (said: string): string =>
  JSON.stringify([{ role: "assistant", parts: [{ type: "text", content: said }] }]);

/** Sessions spread over files, files of one session, traces mixed in one file, event folders, and ordinary rows. */
function manyFiles(): Record<string, string> {
  const files: Record<string, string> = {
    "in/rows.jsonl": text([1, 2, 3, 4].map((task) => chatRow(`o__r-${task}`, "z".repeat(700)))),
  };
  for (const name of ["s1", "s2", "s3", "s4"]) {
    const lines = session(name, 4);
    files[`in/z/${name}-first.jsonl`] = text(lines.slice(0, 4));
    files[`in/a/${name}-later.jsonl`] = text([...lines, "{broken"]);
  }
  for (const name of ["c1", "c2", "c3"]) files[`in/codex/${name}.jsonl`] = text(rollout(name, 3));
  for (const part of ["p", "q"]) {
    const batches = ["t1", "t2", "t3"].map((trace) =>
      spanBatch(trace, [[part === "p" ? "2" : "1", answer(`${trace}${part}`)]]),
    );
    files[`in/otel/${part}.jsonl`] = text(batches);
  }
  const event = (kind: string, id: string, more: object): string =>
    JSON.stringify({ kind, id, timestamp: "2026-01-01T00:00:00", source: "agent", ...more });
  for (const run of ["r1", "r2"]) {
    files[`in/v1/${run}/base_state.json`] = JSON.stringify({
      id: run,
      agent: {},
      execution_status: "idle",
      max_iterations: 9,
    });
    for (const at of [0, 1, 2]) {
      const llm_message = { role: "assistant", content: [{ type: "text", text: `${run} ${at}` }] };
      files[`in/v1/${run}/events/event-0000${at}-x.json`] = event("MessageEvent", `${run}${at}`, { llm_message });
    }
  }
  return files;
}

describe("members of one group", () => {
  test("in several files are one trajectory, and each line counts once", async () => {
    const lines = session("s", 4);
    const { read, query, trajectories } = place({
      "in/b/1.jsonl": text(lines.slice(0, 4)),
      "in/b/2.jsonl": text(lines.slice(0, 6)),
      "in/a/3.jsonl": text(lines),
    });
    expect(await read("ws")).toMatchObject({ read: 1, used: 1, refused: 0, byFormat: { "claude-code": 1 } });
    const [trajectory] = await trajectories();
    expect(trajectory?.steps.map((step) => step.text.slice(0, 5))).toEqual([
      "ask 0",
      "say 0",
      "ask 1",
      "say 1",
      "ask 2",
      "say 2",
      "ask 3",
      "say 3",
    ]);
    expect(trajectory?.usage.completionTokens).toBe(8);
    expect(await query("SELECT source, source_file FROM trajectories")).toEqual([
      { source: "in/a/3.jsonl:1", source_file: "in/a/3.jsonl" },
    ]);
  });

  test("with different labels are different trajectories", async () => {
    const lines = text(session("s", 1));
    const { read, query } = place({ "in/none/1.jsonl": lines, "in/helpful/1.jsonl": lines });
    await read("ws", { labels: "{condition}/*" });
    expect(await query("SELECT condition FROM trajectories ORDER BY condition")).toEqual([
      { condition: "helpful" },
      { condition: "none" },
    ]);
  });

  test("in an archive or a compressed file are found, too", async () => {
    const lines = session("s", 2);
    const { read } = place({ "in/1.jsonl.gz": gzipSync(text(lines.slice(0, 2))), "in/2.jsonl": text(lines.slice(2)) });
    expect(await read("ws")).toMatchObject({ read: 1, used: 1 });
  });

  test("leave their bad lines in the list of refusals, with file and line", async () => {
    const [first = "", ...rest] = session("s", 2);
    const { read, query, trajectories } = place({
      "in/s.jsonl": text([
        first,
        "{broken",
        JSON.stringify({ type: "user", uuid: "u", sessionId: "s", message: "error" }),
        ...rest,
      ]),
    });
    expect(await read("ws")).toMatchObject({ read: 3, used: 1, byReason: { "bad-record": 1, "invalid-json": 1 } });
    expect(await query("SELECT source FROM records WHERE kind = 'refused' ORDER BY source_byte")).toEqual([
      { source: "in/s.jsonl:2" },
      { source: "in/s.jsonl:3" },
    ]);
    expect((await trajectories())[0]?.steps).toHaveLength(4);
  });

  test("that say nothing of a run are passed over, and a file of them alone is refused", async () => {
    const summary = JSON.stringify({ type: "summary", summary: "An older talk", leafUuid: "x" });
    const { read } = place({ "in/a.jsonl": text([summary, ...session("s", 1)]), "in/b.jsonl": text([summary]) });
    expect(await read("ws")).toMatchObject({ read: 2, used: 1, byReason: { empty: 1 } });
  });

  test("of another format than the file's first record are refused as misplaced", async () => {
    const { read } = place({ "in/a.jsonl": text([chatRow("o__r-1", "a"), ...session("s", 1)]) });
    expect(await read("ws")).toMatchObject({ read: 3, used: 1, byReason: { misplaced: 2 } });
  });
});

describe("a later call", () => {
  test("that adds the end of a session reads its beginning again: there is still one trajectory", async () => {
    const lines = session("s", 3);
    const { folder, read, trajectories } = place({ "in/1.jsonl": text(lines.slice(0, 2)) });
    await read("ws");
    writeFiles(folder, { "in/2.jsonl": text(lines.slice(2)) });
    await read("ws");
    expect((await trajectories()).map((each) => each.steps.length)).toEqual([6]);
    await read("once");
    expect(tableHashes(join(folder, "ws"))).toEqual(tableHashes(join(folder, "once")));
  });

  test("that adds rows alone leaves groups as they are", async () => {
    const { folder, read } = place({ "in/1.jsonl": text(session("s", 1)) });
    await read("ws");
    writeFiles(folder, { "in/rows.jsonl": text([chatRow("o__r-1", "a")]) });
    expect(await read("ws")).toMatchObject({ read: 1, known: 1 });
  });
});

describe("groups, files and folders that are units", () => {
  test("give the same tables from gathered shards as from one call", async () => {
    const { folder, read } = place(manyFiles());
    const once = await read("once");
    for (const shard of ["0/3", "1/3", "2/3"]) await read(`shard-${shard[0]}`, { shard: parseShard(shard) });
    const shards = [2, 0, 1].map((shard) => openWorkspace(join(folder, `shard-${shard}`)));
    const gathered = await gatherIngested(shards, { root: join(folder, "gathered") }, partBytes);
    expect(tableHashes(join(folder, "gathered"))).toEqual(tableHashes(join(folder, "once")));
    expect(gathered).toMatchObject({ read: once.read, used: once.used, refused: once.refused });
    expect(once).toMatchObject({
      byFormat: { "chat-rows": 4, "claude-code": 4, codex: 3, "openhands-v1": 2, "otel-genai": 3 },
      byReason: { "invalid-json": 4 },
    });
  });

  test.each([2, 9, 17])("are whole when a call is aborted after %i rows and made again", async (limit) => {
    const { folder, read } = place(manyFiles());
    await read("once");
    const abort = new AbortController();
    let rows = 0;
    const onProgress = (): void => {
      rows += 1;
      if (rows === limit) abort.abort();
    };
    const root = join(folder, "ws");
    const context = { workingFolder: folder, partBytes: 300, signal: abort.signal, onProgress };
    await expect(ingest(root, ingestOptions(["in"]), context)).rejects.toThrow();
    await ingest(root, ingestOptions(["in"]), { workingFolder: folder, partBytes: 300 });
    await ingest(join(folder, "small"), ingestOptions(["in"]), { workingFolder: folder, partBytes: 300 });
    expect(tableHashes(root)).toEqual(tableHashes(join(folder, "small")));
  });
});

describe("a file that is one unit", () => {
  test("stands under its own name; its bad lines are refused one by one", async () => {
    const [meta = "", ...rest] = rollout("c", 2);
    const { read, query } = place({ "in/c.jsonl": text([meta, "{broken", ...rest, '{"type":"respo']) });
    expect(await read("ws")).toMatchObject({ read: 3, used: 1, byReason: { "invalid-json": 2 } });
    expect(await query("SELECT source, turns FROM trajectories")).toEqual([{ source: "in/c.jsonl", turns: 2 }]);
    expect(await query("SELECT source FROM records WHERE kind = 'refused' ORDER BY ordinal")).toEqual([
      { source: "in/c.jsonl:2" },
      { source: "in/c.jsonl:7" },
    ]);
  });

  test("with several sessions gives several trajectories, told apart by their source", async () => {
    const { read, query } = place({ "in/c.jsonl": text([...rollout("c", 1), ...rollout("d", 1), ...rollout("e", 1)]) });
    await read("ws");
    expect(await query("SELECT source FROM trajectories ORDER BY source")).toEqual([
      { source: "in/c.jsonl" },
      { source: "in/c.jsonl~1" },
      { source: "in/c.jsonl~2" },
    ]);
  });

  test("whose lines say nothing of a run is refused once", async () => {
    const count = JSON.stringify({ type: "event_msg", payload: { type: "token_count", info: null } });
    const { read } = place({ "in/c.jsonl": text([count, count, count]) });
    expect(await read("ws")).toMatchObject({ read: 1, used: 0, byReason: { "bad-record": 1 } });
  });
});
