import type { Node } from "web-tree-sitter";
import type { DefinitionRange } from "./function-range.ts";
import type { Grammar } from "./grammar.ts";
import { heldName, type NodeName, nodeName } from "./node-name.ts";

interface OpenDefinition {
  readonly end: number;
  /** Name of a class; null for a function. */
  readonly className: string | null;
}

/** Functions and classes of a syntax tree, in the order in which they begin, outer ones first. */
export function definitionRanges(root: Node, grammar: Grammar): readonly DefinitionRange[] {
  const types = [...grammar.functions, ...grammar.classes, ...grammar.holders];
  const nodes = root.descendantsOfType(types).filter((node) => node !== null);
  const open: OpenDefinition[] = [];
  const ranges: DefinitionRange[] = [];
  for (const node of nodes) {
    const isClass = grammar.classes.includes(node.type);
    const named = grammar.holders.includes(node.type) ? heldName(node) : nodeName(node);
    if (named === null) continue;
    while (open.length > 0 && (open.at(-1) as OpenDefinition).end <= node.startIndex) open.pop();
    const around = open.at(-1)?.className ?? null;
    open.push({ end: node.endIndex, className: isClass ? named.name : null });
    const whole = wrapped(node, grammar);
    ranges.push({ name: isClass ? null : qualified(named, around), from: firstLine(whole), to: lastLine(whole) });
  }
  return ranges;
}

function qualified({ name, owner }: NodeName, around: string | null): string {
  const of = owner ?? around;
  return of === null ? name : `${of}.${name}`;
}

/** The node with the decorators and the like around it. */
function wrapped(node: Node, { wrappers }: Grammar): Node {
  let whole = node;
  for (let parent = node.parent; parent !== null && wrappers.includes(parent.type); parent = parent.parent) {
    whole = parent;
  }
  return whole;
}

/** Attributes of Rust and decorators of TypeScript's methods stand before the node rather than inside it. */
function firstLine(node: Node): number {
  let first = node;
  for (let before = node.previousNamedSibling; before !== null; before = before.previousNamedSibling) {
    if (!/^(?:attribute_item|decorator)$/.test(before.type)) break;
    first = before;
  }
  return first.startPosition.row + 1;
}

/** A node that ends at the beginning of a line does not reach into it. */
function lastLine({ startPosition, endPosition }: Node): number {
  const isAtLineStart = endPosition.column === 0 && endPosition.row > startPosition.row;
  return endPosition.row + (isAtLineStart ? 0 : 1);
}
