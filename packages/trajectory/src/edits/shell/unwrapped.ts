/** Programs that run the rest of their words as a command, with how many words of their own may come first. */
const wrappers: Readonly<Record<string, number>> = {
  sudo: 0,
  time: 0,
  nohup: 0,
  command: 0,
  exec: 0,
  builtin: 0,
  nice: 0,
  stdbuf: 0,
  env: 0,
  timeout: 1,
};

const runners: Readonly<Record<string, RegExp>> = {
  uv: /^run$/,
  poetry: /^run$/,
  pipenv: /^run$/,
  pdm: /^run$/,
  hatch: /^run$/,
  conda: /^run$/,
  mamba: /^run$/,
};

/** Words of the command that really runs: `sudo`, `env X=1`, `timeout 60`, `uv run` and their options taken off, the folder of its name too. */
export function unwrapped(argv: readonly (string | null)[]): readonly (string | null)[] {
  let words = argv;
  for (;;) {
    const name = words[0]?.replace(/^.*\//, "");
    if (name === undefined) return words;
    const own = wrappers[name];
    const runner = runners[name];
    if (own === undefined && !(runner?.test(words[1] ?? "") ?? false)) return [name, ...words.slice(1)];
    let at = own === undefined ? 2 : 1;
    // `conda run -n NAME`, `sudo -u NAME`, `nice -n 5`, `env -u NAME` have an option with a word of its own.
    while (/^-|^\w+=/.test(words[at] ?? "")) at += /^-(?:n|p|u|C)$/.test(words[at] ?? "") ? 2 : 1;
    at += own ?? 0;
    if (words[at] == null) return [name, ...words.slice(1)];
    words = words.slice(at);
  }
}
