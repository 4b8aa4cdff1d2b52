import fc from "fast-check";
import { expect, test } from "vitest";
import { branchesOf } from "./branches.ts";

interface Named {
  readonly name: number;
  readonly children: readonly Named[];
}

const { tree } = fc.letrec<{ tree: Named }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5 },
    fc.record({ name: fc.nat(), children: fc.constant([]) }),
    fc.record({ name: fc.nat(), children: fc.array(tie("tree"), { maxLength: 3 }) }),
  ),
}));

/** The same, as one would write it without a thought of depth. */
function naive({ name, children }: Named): number[][] {
  if (children.length === 0) return [[name]];
  return children.flatMap((child) => naive(child).map((rest) => [name, ...rest]));
}

test("every leaf ends one branch, in the order of the tree", () => {
  fc.assert(
    fc.property(tree, (root) => {
      const branches = branchesOf(root, "root", (value) => {
        const { name, children } = value as Named;
        return { node: name, children };
      });
      expect(branches.map(({ nodes }) => nodes)).toEqual(naive(root));
    }),
  );
});

test("what a branch shares is what it has in common with the one before", () => {
  const leaf = (name: number): Named => ({ name, children: [] });
  const root: Named = { name: 0, children: [{ name: 1, children: [leaf(2), leaf(3)] }, leaf(4)] };
  const branches = branchesOf(root, "root", (value) => ({ node: value, children: (value as Named).children }));
  expect(branches.map(({ shared }) => shared)).toEqual([0, 2, 1]);
});

test("branches have the numbers of the nodes that they share in common, and no other", () => {
  fc.assert(
    fc.property(tree, (root) => {
      const branches = branchesOf(root, "root", (value) => ({ node: value, children: (value as Named).children }));
      const nodeOf = new Map<number, unknown>();
      for (const { nodes, numbers } of branches) {
        expect(numbers).toHaveLength(nodes.length);
        for (const [at, number] of numbers.entries()) {
          if (nodeOf.has(number)) expect(nodeOf.get(number)).toBe(nodes[at]);
          nodeOf.set(number, nodes[at]);
        }
      }
      expect(new Set(nodeOf.values()).size).toBe(nodeOf.size);
    }),
  );
});
