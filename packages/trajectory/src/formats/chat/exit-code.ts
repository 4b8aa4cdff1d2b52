const statusLines = [
  /^<returncode>(-?\d{1,9})<\/returncode>/,
  /\[(?:The command completed|Command finished) with exit code (-?\d{1,9})\.?\]/,
];

/** Exit status that a tool's reply states about its command; null when it states none. Looks at the edges only. */
export function exitCodeOf(reply: string): number | null {
  const edges = reply.length <= 800 ? reply : `${reply.slice(0, 100)}\n${reply.slice(-700)}`;
  if (!edges.includes("code")) return null;
  for (const line of statusLines) {
    const found = line.exec(edges);
    if (found !== null) return Number(found[1]);
  }
  return null;
}
