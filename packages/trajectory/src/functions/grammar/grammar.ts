/** A grammar and the kinds of its nodes that matter. */
export interface Grammar {
  /** Name of its file in `@vscode/tree-sitter-wasm`. */
  readonly name: string;
  /** Nodes that are functions. */
  readonly functions: readonly string[];
  /** Nodes that are classes, or what plays a class's part: struct, trait, impl, module. */
  readonly classes: readonly string[];
  /** Nodes around a definition that belong to it: decorators, template parameters, `export`. */
  readonly wrappers: readonly string[];
  /** Nodes that give a name to the function that is their value: `const f = () => …`. */
  readonly holders: readonly string[];
}

const none = { wrappers: [], holders: [] } as const;

const javascriptNodes = {
  functions: ["function_declaration", "generator_function_declaration", "method_definition"],
  classes: ["class_declaration", "class"],
  wrappers: ["export_statement"],
  holders: ["variable_declarator", "pair", "assignment_expression", "field_definition", "public_field_definition"],
};

const typescriptNodes = {
  ...javascriptNodes,
  functions: [...javascriptNodes.functions, "function_signature", "method_signature", "abstract_method_signature"],
  classes: [...javascriptNodes.classes, "abstract_class_declaration", "interface_declaration"],
};

const cppNodes = {
  functions: ["function_definition"],
  classes: ["class_specifier", "struct_specifier", "union_specifier"],
  wrappers: ["template_declaration"],
  holders: [],
};

const grammars = {
  python: {
    name: "python",
    functions: ["function_definition"],
    classes: ["class_definition"],
    wrappers: ["decorated_definition"],
    holders: [],
  },
  javascript: { name: "javascript", ...javascriptNodes },
  typescript: { name: "typescript", ...typescriptNodes },
  tsx: { name: "tsx", ...typescriptNodes },
  java: {
    name: "java",
    functions: ["method_declaration", "constructor_declaration", "compact_constructor_declaration"],
    classes: [
      "class_declaration",
      "interface_declaration",
      "enum_declaration",
      "record_declaration",
      "annotation_type_declaration",
    ],
    ...none,
  },
  csharp: {
    name: "c-sharp",
    functions: [
      "method_declaration",
      "constructor_declaration",
      "destructor_declaration",
      "operator_declaration",
      "local_function_statement",
    ],
    classes: [
      "class_declaration",
      "struct_declaration",
      "interface_declaration",
      "record_declaration",
      "enum_declaration",
    ],
    ...none,
  },
  go: {
    name: "go",
    functions: ["function_declaration", "method_declaration"],
    classes: ["type_spec"],
    ...none,
  },
  rust: {
    name: "rust",
    functions: ["function_item", "function_signature_item"],
    classes: ["impl_item", "trait_item", "struct_item", "enum_item", "union_item"],
    ...none,
  },
  cpp: { name: "cpp", ...cppNodes },
  ruby: {
    name: "ruby",
    functions: ["method", "singleton_method"],
    classes: ["class", "module"],
    ...none,
  },
  php: {
    name: "php",
    functions: ["function_definition", "method_declaration"],
    classes: ["class_declaration", "interface_declaration", "trait_declaration", "enum_declaration"],
    ...none,
  },
} satisfies Record<string, Grammar>;

const grammarOfExtension: ReadonlyMap<string, Grammar> = new Map(
  (
    [
      ["py pyi pyw", grammars.python],
      ["js jsx mjs cjs", grammars.javascript],
      ["ts mts cts", grammars.typescript],
      ["tsx", grammars.tsx],
      ["java", grammars.java],
      ["cs", grammars.csharp],
      ["go", grammars.go],
      ["rs", grammars.rust],
      // No grammar of C alone is among them; that of C++ reads C, but for words that are reserved in C++ only.
      ["c h cc cpp cxx hpp hh hxx c++ ipp", grammars.cpp],
      ["rb rake", grammars.ruby],
      ["php", grammars.php],
    ] as const
  ).flatMap(([extensions, grammar]) => extensions.split(" ").map((extension) => [extension, grammar] as const)),
);

/** The grammar of a source file by its extension; null for other files, also for Cython and CUDA, which have none. */
export function grammarOfPath(path: string): Grammar | null {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase();
  return (extension !== undefined && grammarOfExtension.get(extension)) || null;
}
