import {
  formats,
  type GivenField,
  type Gives,
  givenFields,
  outcomeFormats,
  trajectoryWriters,
} from "@memop/trajectory";

/** What each recorded file is read as: `5 adp`, `1 refused: unrecognised`. */
export type EveryFile = Readonly<Record<string, readonly string[]>>;

/** The generated parts of docs/formats.md, by the name between their marks. */
export function formatsPageParts(everyFile: EveryFile): Readonly<Record<string, string>> {
  return {
    trajectories: trajectoryTable(),
    outcomes: outcomeTable(),
    writers: writerTable(),
    files: fileTable(everyFile),
  };
}

/** The page with its generated parts written anew. */
export function withParts(page: string, parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts).reduce(
    (text, [name, part]) =>
      text.replace(
        new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- end -->)`),
        (_, open, close) => `${open}${part}${close}`,
      ),
    page,
  );
}

const heads: Readonly<Record<GivenField, string>> = {
  taskId: "task",
  model: "model",
  steps: "steps",
  reasoning: "reasoning",
  edits: "edits",
  patch: "patch",
  outcome: "outcome",
  usage: "tokens",
  cost: "cost",
  timestamps: "times",
  limits: "limits",
  tokenIds: "token ids",
};
const marks = { yes: "yes", sometimes: "some", no: "–" } as const;

function trajectoryTable(): string {
  const rows = formats.map((format) => {
    const gives: Gives = format.gives;
    const real = gives.notTried === undefined ? "yes" : `not tried on a real file (${gives.notTried})`;
    return [`\`${format.name}\``, format.title, ...givenFields.map((field) => marks[gives[field]]), format.scope, real];
  });
  return table(
    ["format", "what it is", ...givenFields.map((field) => heads[field]), "one run is a", "read real files"],
    rows,
  );
}

function outcomeTable(): string {
  const rows = outcomeFormats.map(({ name, title, gives }) => [
    `\`${name}\``,
    title,
    marks[gives.taskId],
    marks[gives.unresolved],
    marks[gives.reason],
    marks[gives.health],
  ]);
  return table(["format", "what it is", "task's id", "names the unresolved", "says why", "tells crashes apart"], rows);
}

function writerTable(): string {
  const rows = trajectoryWriters.map(({ name, title, holds, keepsRestIn }) => [
    `\`${name}\``,
    title,
    ...givenFields.map((field) => marks[holds[field]]),
    keepsRestIn ?? "nowhere",
  ]);
  return table(["`--to`", "what it is", ...givenFields.map((field) => heads[field]), "the rest is kept in"], rows);
}

/** Files of one folder with one result are one row. */
function fileTable(everyFile: EveryFile): string {
  const groups = new Map<string, { folder: string; result: string; files: string[] }>();
  for (const [file, found] of Object.entries(everyFile)) {
    const slash = file.lastIndexOf("/");
    const [folder, result] = [file.slice(0, slash), found.join("; ")];
    const key = JSON.stringify([folder, result]);
    const group = groups.get(key) ?? { folder, result, files: [] };
    group.files.push(file.slice(slash + 1));
    groups.set(key, group);
  }
  const rows = [...groups.values()].map(({ folder, result, files: [first = "", ...more] }) => [
    `${folder}/${more.length === 0 ? first : ""}`,
    String(1 + more.length),
    more.length === 0 ? result : `each: ${result}`,
  ]);
  return table(["file or folder", "files", "read as"], rows);
}

function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
  return [line(heading), `|${"---|".repeat(heading.length)}\n`, ...rows.map(line)].join("");
}
