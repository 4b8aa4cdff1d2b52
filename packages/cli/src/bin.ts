import { main } from "./main.ts";
import { pageText } from "./show/page-text.ts";

// A reader that closes early (`memop sql … | head`) is no error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    if (stream === process.stdout) process.exit(0);
  });
}

const interruption = new AbortController();
let isPaging = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    // Ctrl-C in a pager is for the pager.
    if (isPaging && signal === "SIGINT") return;
    if (interruption.signal.aborted) process.exit(130);
    interruption.abort();
  });
}

async function page(text: string): Promise<boolean> {
  isPaging = true;
  try {
    return await pageText(text, process.env);
  } finally {
    isPaging = false;
  }
}

process.exitCode = await main(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  workingFolder: process.cwd(),
  environment: process.env,
  showsProgress: process.stderr.isTTY === true,
  colours: process.stdout.isTTY === true && !process.env.NO_COLOR,
  ...(process.stdout.isTTY === true ? { page, terminalWidth: process.stdout.columns } : {}),
  signal: interruption.signal,
});
