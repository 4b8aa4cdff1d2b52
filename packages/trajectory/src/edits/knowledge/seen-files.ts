/** Lines of files as a run has seen them, by 1-based number. Later sightings replace earlier ones. */
export class SeenFiles {
  private readonly files = new Map<string, Map<number, string>>();

  /** Notes that `lines` stand in a file from line `first` on. */
  see(path: string, first: number, lines: readonly string[]): void {
    const known = this.files.get(path) ?? new Map<number, string>();
    this.files.set(path, known);
    for (const [at, line] of lines.entries()) known.set(first + at, line);
  }

  /** Forgets a file whose lines may have moved. */
  forget(path: string): void {
    this.files.delete(path);
  }

  /** Notes that `removed` lines from line `first` on gave way to `added`: what stands below moves, as far as it is known. */
  change(path: string, first: number, removed: number, added: readonly string[]): void {
    const known = this.files.get(path);
    if (known === undefined) return;
    const moved = new Map<number, string>();
    for (const [number, line] of known) {
      if (number < first) moved.set(number, line);
      else if (number >= first + removed) moved.set(number + added.length - removed, line);
    }
    this.files.set(path, moved);
    this.see(path, first, added);
  }

  /**
   * Numbers of the lines where `text` begins. Its first line may begin, and its last line end, in the middle of a line.
   * Text that is blank, and files that were not seen, give none.
   */
  find(path: string, text: string): readonly number[] {
    const known = this.files.get(path);
    const wanted = text.replace(/\n$/, "").split("\n");
    if (known === undefined || text.trim() === "") return [];
    const last = wanted.length - 1;
    const fits = (number: number) =>
      wanted.every((line, at) => {
        const seen = known.get(number + at);
        if (seen === undefined) return false;
        if (last === 0) return seen.includes(line);
        return at === 0 ? seen.endsWith(line) : at === last ? seen.startsWith(line) : seen === line;
      });
    return [...known.keys()].filter(fits);
  }

  /** The unbroken run of known lines from above down to line `to`; empty when line `to` is not known. */
  linesUpTo(path: string, to: number): readonly string[] {
    const known = this.files.get(path);
    const lines: string[] = [];
    for (let number = to; ; number -= 1) {
      const line = known?.get(number);
      if (line === undefined) return lines.reverse();
      lines.push(line);
    }
  }
}
