import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { formats, type Gives } from "@memop/trajectory";
import { expect, test } from "vitest";
import { type EveryFile, formatsPageParts, withParts } from "./formats-page.ts";
import { readText, root } from "./workspace-packages.ts";

const everyFile = JSON.parse(readText("packages/trajectory/src/ingest/fixtures/every-file.json")) as EveryFile;
const parts = formatsPageParts(everyFile);

test.each(Object.keys(parts))("docs/formats.md shows the %s as they are (MEMOP_ACCEPT writes it anew)", (name) => {
  const page = readText("docs/formats.md");
  expect(page).toContain(`<!-- ${name} -->\n`);
  const wanted = withParts(page, { [name]: parts[name] ?? "" });
  if (process.env.MEMOP_ACCEPT !== undefined) writeFileSync(join(root, "docs/formats.md"), wanted);
  else expect(page).toBe(wanted);
});

// An example in a format's own documentation is read too, and proves little: such a format may still say that it was not tried.
test.each(formats.map(({ name, gives }) => ({ name, gives: gives as Gives })))(
  "$name has read a recorded file, or says that it has not",
  ({ name, gives }) => {
    const wasRead = Object.values(everyFile).some((found) => found.some((each) => each.replace(/^\d+ /, "") === name));
    expect(wasRead || gives.notTried !== undefined).toBe(true);
  },
);
