const watched = "(?:git|gh|curl|wget|pip3?|npm)";

const asText = new RegExp(String.raw`(["'\`])(?:\.?/?[\w./-]*/)?(${watched}\s(?:(?!\1)[^\n])*)\1`, "g");
const asList = new RegExp(String.raw`\[\s*(["'])(${watched})\1\s*,([^\]]*)\]`, "g");
const asLine = new RegExp(String.raw`^[^\S\n]*[!%]+[^\S\n]*(${watched}\s.*)$`, "gm");

/**
 * The shell commands that a program in another language starts: `os.system("git …")`, `subprocess.run(["git", "log"])`, a
 * notebook's `!git …`. Only commands that can read history or the network are looked for.
 */
export function embeddedScripts(program: string): readonly string[] {
  return [
    ...[...program.matchAll(asText)].map(([, , script = ""]) => script),
    ...[...program.matchAll(asList)].map(([, , name = "", rest = ""]) => [name, ...quotedWords(rest)].join(" ")),
    ...[...program.matchAll(asLine)].map(([, script = ""]) => script),
  ];
}

/** The literal words of a list, quoted for the shell. */
function quotedWords(list: string): readonly string[] {
  return [...list.matchAll(/(["'])((?:(?!\1)[^\\]|\\.)*)\1/g)].map(
    ([, , word = ""]) => `'${word.replaceAll("'", `'\\''`)}'`,
  );
}
