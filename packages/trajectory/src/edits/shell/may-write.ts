const harmlessOutput = /\d?>&\s*[\d-]|&?\d?>{1,2}\s*\/dev\/null|[-=]>/g;

const writers = [
  /\bg?sed\b[^\n]*\s(?:-[a-zA-Z]*i|--in-place)/,
  /\b(?:tee|patch|applypatch|apply_patch|mv|cp|rm|unlink|touch|truncate|ed|ex|red)\b/,
  /(?:^|[;&|(\n])\s*(?:sudo\s+)?install\s/,
  /\bgit\b[^|;&\n]*\s(?:apply|am|checkout|restore|revert|stash|reset|mv|rm)\b/,
  /\b(?:perl|ruby)\b[^\n]*\s-\w*i/,
  /\bg?awk\b[^\n]*\binplace\b/,
  /\b(?:python[\d.]*|pypy3?|node|nodejs|deno|bun)\b[\s\S]*(?:open\s*\(|write|replace|rename|remove|unlink|copy|move|fileinput)/,
  /\b(?:bash|sh|zsh|source)\s+(?!-)\S/,
];

/**
 * A cheap look at a script: false when nothing in it can change a file, so that it need not be parsed.
 *
 * `knownScripts` are names of programs that the run wrote itself: running one of them may change files too.
 */
export function mayWrite(script: string, knownScripts: ReadonlySet<string>): boolean {
  if (script.replace(harmlessOutput, "").includes(">")) return true;
  if (writers.some((pattern) => pattern.test(script))) return true;
  if (knownScripts.size === 0) return false;
  return script.split(/[\s/;|&()]+/).some((word) => knownScripts.has(word));
}
