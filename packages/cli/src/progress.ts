import type { Io } from "./io.ts";

/** Shows how far long work has come, on a terminal only. */
export interface Progress {
  update(done: number, total: number): void;
  /** Clears the line. */
  stop(): void;
}

const INTERVAL_MS = 200;

/**
 * A progress line: done, total, rate and remaining time, redrawn at most five times a second.
 *
 * `format` makes text of an amount; it gets amounts per second as well.
 */
export function startProgress(io: Io, label: string, format: (amount: number) => string): Progress {
  if (!io.showsProgress) return { update: () => undefined, stop: () => undefined };
  const started = Date.now();
  let drawn = 0;
  return {
    update(done, total) {
      const now = Date.now();
      if (now - drawn < INTERVAL_MS) return;
      drawn = now;
      const rate = done / Math.max(0.001, (now - started) / 1000);
      const share = total > 0 ? ` of ${format(total)} (${Math.floor((100 * done) / total)} %)` : "";
      const remaining = total > done && rate > 0 ? `, ${duration((total - done) / rate)} left` : "";
      io.err(`\r\u001b[K${label} ${format(done)}${share}, ${format(rate)}/s${remaining}`);
    },
    stop() {
      if (drawn > 0) io.err("\r\u001b[K");
    },
  };
}

/** Bytes for people: `1.4 GB`. */
export function byteText(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let amount = bytes;
  let unit = 0;
  while (amount >= 1000 && unit < units.length - 1) {
    amount /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? Math.round(amount) : amount.toFixed(1)} ${units[unit]}`;
}

/** A count for people, rounded to a whole number. */
export function countText(count: number): string {
  return String(Math.round(count));
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
