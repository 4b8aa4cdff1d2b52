/** Options of package managers whose value is the next word and is no package. */
const valued =
  /^(?:-r|-c|-e|-t|-i|-f|-d|-n|-p|--requirement|--constraint|--editable|--target|--index-url|--extra-index-url|--find-links|--dest|--platform|--python|--python-version|--prefix|--root|--name|--channel|--only-binary|--no-binary|--registry|--pack-destination|--cwd|--version)$/;

/** Words before the packages, by package manager. */
const downloads: Readonly<Record<string, RegExp>> = {
  pip: /^(?:install|download|wheel)$/,
  conda: /^(?:install|create)$/,
  mamba: /^(?:install|create)$/,
  npm: /^(?:install|i|add|pack|ci)$/,
  yarn: /^(?:add|dlx)$/,
  pnpm: /^(?:add|dlx|install|i)$/,
  bun: /^add$/,
  gem: /^(?:install|fetch|unpack)$/,
  cargo: /^(?:add|install|download)$/,
  composer: /^require$/,
  go: /^(?:get|install)$/,
  apt: /^(?:source|download)$/,
  "apt-get": /^(?:source|download)$/,
};

/** The packages that a command asks a registry for, as written, without versions; local paths and requirement files are none. */
export function downloadedPackages(argv: readonly (string | null)[]): readonly string[] {
  const words = managerWords(argv);
  const [name = "", verb, ...rest] = words;
  const isGoMod = name === "go" && verb === "mod" && rest[0] === "download";
  if (isGoMod)
    return rest
      .slice(1)
      .filter((word) => word !== "" && !word.startsWith("-"))
      .map(packageName);
  if (!(downloads[name]?.test(verb ?? "") ?? false)) return [];
  return rest
    .filter((word, at) => word !== "" && !word.startsWith("-") && !valued.test(rest[at - 1] ?? ""))
    .filter((word) => !/^[./~]|^\w:\\|:\/\/|\.(?:whl|zip|tgz|txt|tar\.\w+)$/.test(word) && !word.includes("git+"))
    .map(packageName)
    .filter((word) => word !== "");
}

/** `python -m pip`, `uv pip`, `pip3.11`, `uv add` as calls of one manager. Unknown words are "". */
function managerWords(argv: readonly (string | null)[]): readonly string[] {
  const words = argv.map((word) => word ?? "");
  const [first = "", second, third] = words;
  if (/^python[\d.]*$/.test(first) && second === "-m" && /^pip/.test(third ?? "")) return ["pip", ...words.slice(3)];
  if (first === "uv" && second === "pip") return ["pip", ...words.slice(2)];
  if (first === "uv" && second === "add") return ["pip", "install", ...words.slice(2)];
  if (/^pipx?[\d.]*$/.test(first)) return ["pip", ...words.slice(1)];
  return words;
}

function packageName(word: string): string {
  const scoped = word.startsWith("@") ? `@${packageName(word.slice(1))}` : null;
  return scoped ?? word.split(/[[<>=!~;@\s]/, 1)[0] ?? "";
}

/** True when a registry's name for a package means the repository under repair (`owner/name`). */
export function isOwnPackage(written: string, repo: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[-_.]+/g, "-");
  const name = plain(repo.split("/").at(-1) ?? "");
  const names = [name, name.replace(/^python-|-python$|^py-|-py$|-js$|-rs$|^go-|-go$/, "")];
  const own = plain(written);
  return own !== "" && (names.includes(own) || names.includes(plain(written.split("/").at(-1) ?? "")));
}
