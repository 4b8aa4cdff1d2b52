/** Languages whose definitions are known line by line. */
export type Language =
  | "python"
  | "javascript"
  | "typescript"
  | "java"
  | "go"
  | "rust"
  | "c"
  | "cpp"
  | "csharp"
  | "ruby"
  | "php";

const languageOfExtension: ReadonlyMap<string, Language> = new Map(
  Object.entries({
    python: "py pyi pyx pxd pyw",
    javascript: "js jsx mjs cjs",
    typescript: "ts tsx mts cts",
    java: "java",
    go: "go",
    rust: "rs",
    c: "c h",
    cpp: "cc cpp cxx hpp hh hxx c++ ipp cu cuh",
    csharp: "cs",
    ruby: "rb rake",
    php: "php",
  } satisfies Record<Language, string>).flatMap(([language, extensions]) =>
    extensions.split(" ").map((extension) => [extension, language as Language] as const),
  ),
);

/** Language of a source file by its extension; null for every other file. */
export function languageOfPath(path: string): Language | null {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase();
  return (extension !== undefined && languageOfExtension.get(extension)) || null;
}
