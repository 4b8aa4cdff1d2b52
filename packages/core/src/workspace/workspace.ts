import { existsSync, readdirSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { MemopError } from "../error.ts";
import { makeFolder } from "../files/make-folder.ts";
import { readParquetSql } from "../tables/parquet.ts";
import { quoteName, type TableSchema } from "../tables/table-schema.ts";
import { emptyManifest, Manifest } from "./manifest.ts";

/** A folder of Parquet tables with a manifest. See docs/workspace.md. */
export interface Workspace {
  readonly root: string;
}

/** Opens a workspace that exists. Throws `BAD_WORKSPACE` when the folder has no manifest. */
export function openWorkspace(root: string): Workspace {
  if (existsSync(join(root, "manifest.json"))) return { root };
  throw new MemopError("BAD_WORKSPACE", `${root} is no workspace: it has no manifest.json`, {
    hint: `make one with: memop ingest PATH... --out ${root}`,
  });
}

/** Opens a workspace, or makes an empty one. Throws `BAD_WORKSPACE` when the folder holds other things. */
export async function openOrCreateWorkspace(root: string): Promise<Workspace> {
  if (existsSync(join(root, "manifest.json"))) return { root };
  if (existsSync(root) && !statSync(root).isDirectory()) {
    throw new MemopError("BAD_WORKSPACE", `${root} is no workspace but a file`, { hint: "choose a folder for --out" });
  }
  const others = existsSync(root) ? readdirSync(root).filter((name) => !name.startsWith(".") && name !== "lock") : [];
  if (others.length > 0) {
    throw new MemopError("BAD_WORKSPACE", `${root} is no workspace and not empty (it holds ${others[0]})`, {
      hint: "choose a new folder for --out",
    });
  }
  await makeFolder(root);
  return { root };
}

/** The manifest; an empty one when the workspace is new. Throws `BAD_WORKSPACE` when it cannot be read. */
export async function readManifest({ root }: Workspace): Promise<Manifest> {
  const file = join(root, "manifest.json");
  if (!existsSync(file)) return emptyManifest();
  try {
    return Manifest.parse(JSON.parse(await readFile(file, "utf8")));
  } catch (cause) {
    throw new MemopError("BAD_WORKSPACE", `${file} is no manifest that this version reads`, {
      hint: "restore it, or ingest again into a new folder",
      cause,
    });
  }
}

/** Parquet files of a table in the order of their rows; empty when the table does not exist. */
export function tableFiles({ root }: Workspace, table: string): string[] {
  const folder = join(root, table);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith("part-") && name.endsWith(".parquet"))
    .sort()
    .map((name) => join(folder, name));
}

/**
 * SQL for all rows of a table, to stand after FROM. A table that does not exist has its columns and no rows; a column
 * that its files lack is null.
 */
export function tableSql(workspace: Workspace, schema: TableSchema): string {
  const files = tableFiles(workspace, schema.name);
  const empty = Object.entries(schema.columns)
    .map(([name, type]) => `NULL::${type} AS ${quoteName(name)}`)
    .join(", ");
  const none = `SELECT ${empty} WHERE false`;
  if (files.length === 0) return `(${none})`;
  return `(${none} UNION ALL BY NAME SELECT * FROM ${readParquetSql(files)})`;
}
