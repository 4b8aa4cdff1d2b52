import type { Node } from "web-tree-sitter";

/** The name of a definition, and the class that it names itself: `func (s *Server) Run`, `Server::run`. */
export interface NodeName {
  readonly name: string;
  readonly owner: string | null;
}

/** What a definition's node is named; null for one without a name: a function that is only a value. */
export function nodeName(node: Node): NodeName | null {
  switch (node.type) {
    case "impl_item":
      return bare(lastWord(node.childForFieldName("type")?.text));
    case "method_declaration":
      return withOwner(node.childForFieldName("name")?.text, receiver(node));
    case "singleton_method":
      return withOwner(node.childForFieldName("name")?.text, constantName(node.childForFieldName("object")));
    case "function_definition":
      // C and C++ have the name inside a declarator, Python and PHP as a field.
      return bare(node.childForFieldName("name")?.text) ?? declaredName(node.childForFieldName("declarator"));
    case "operator_declaration":
      return bare(`operator${node.childForFieldName("operator")?.text ?? ""}`);
    case "destructor_declaration":
      return bare(`~${node.childForFieldName("name")?.text ?? ""}`);
    case "type_spec":
      return /^(?:struct|interface)_type$/.test(node.childForFieldName("type")?.type ?? "")
        ? bare(node.childForFieldName("name")?.text)
        : null;
    case "class_specifier":
    case "struct_specifier":
    case "union_specifier":
      // Without a body it only names a type that is defined elsewhere.
      return node.childForFieldName("body") === null ? null : bare(lastWord(node.childForFieldName("name")?.text));
    default:
      return bare(lastWord(node.childForFieldName("name")?.text));
  }
}

/** The name that a variable, a property or an assignment gives to the function that is its value; else null. */
export function heldName(node: Node): NodeName | null {
  const value = node.childForFieldName(node.type === "assignment_expression" ? "right" : "value");
  if (value === null || !/^(?:arrow_function|function_expression|generator_function)$/.test(value.type)) return null;
  if (node.type === "pair") return bare(node.childForFieldName("key")?.text.replace(/^['"]|['"]$/g, ""));
  if (node.type !== "assignment_expression")
    return bare(lastWord((node.childForFieldName("name") ?? node.childForFieldName("property"))?.text));
  const [, path, name] = /^(?:([\w$.]+)\.)?([\w$]+)$/.exec(node.childForFieldName("left")?.text ?? "") ?? [];
  return withOwner(name, /([\w$]+)\.prototype$/.exec(path ?? "")?.[1] ?? null);
}

function bare(name: string | undefined): NodeName | null {
  return withOwner(name, null);
}

function withOwner(name: string | undefined, owner: string | null): NodeName | null {
  return name === undefined || name === "" ? null : { name, owner };
}

/** Type of a Go method's receiver; null for other languages' methods. */
function receiver(node: Node): string | null {
  const text = node.childForFieldName("receiver")?.text;
  return text === undefined ? null : (/([\w.]+)(?:\[[^\]]*\])?\s*,?\s*\)$/.exec(text)?.[1] ?? null);
}

/** `Server` of `def Server.run`; `self` is the class around. */
function constantName(node: Node | null): string | null {
  return node === null || node.type === "self" ? null : (lastWord(node.text) ?? null);
}

/** The name inside nested declarators: `*f(…)`, `(f)(…)`, `a::S<T>::run(…)`. */
function declaredName(declarator: Node | null): NodeName | null {
  for (let node = declarator; node !== null; ) {
    const inner: Node | null =
      node.childForFieldName("declarator") ??
      (/_declarator$/.test(node.type) ? (node.namedChildren.find((child) => child !== null) ?? null) : null);
    if (inner !== null) {
      node = inner;
      continue;
    }
    const parts = node.text
      .replace(/<[^<>]*(?:<[^<>]*>[^<>]*)*>(?=::)/g, "")
      .split("::")
      .map((part) => part.replace(/\s+/g, ""));
    return withOwner(parts.at(-1), parts.at(-2) || null);
  }
  return null;
}

/** `B` of `A::B`, `a.B`, `B<T>`, `#b`. */
function lastWord(text: string | undefined): string | undefined {
  return text === undefined ? undefined : (/([\w$~?!=]+)$/.exec(text.replace(/<[\s\S]*$/, "").trim())?.[1] ?? text);
}
