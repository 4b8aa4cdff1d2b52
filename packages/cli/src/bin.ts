import { main } from "./main.ts";

// A reader that closes early (`memop sql … | head`) is no error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    if (stream === process.stdout) process.exit(0);
  });
}

const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (interruption.signal.aborted) process.exit(130);
    interruption.abort();
  });
}

process.exitCode = await main(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  workingFolder: process.cwd(),
  environment: process.env,
  showsProgress: process.stderr.isTTY === true,
  colours: process.stdout.isTTY === true && !process.env.NO_COLOR,
  signal: interruption.signal,
});
