/** One way through a tree, from the root to a leaf. */
export interface Branch<Node> {
  readonly nodes: readonly Node[];
  /** The number of each node, in the order of the tree: branches that share a node have its number in common. */
  readonly numbers: readonly number[];
  /** Number of its first nodes that an earlier branch has too; 0 for the first branch. */
  readonly shared: number;
}

/** A node that was looked at, with the values of its children. */
export interface OpenNode<Node> {
  readonly node: Node;
  readonly children: readonly unknown[];
}

/**
 * Every way from the root to a leaf, in the order of the tree, without recursion: search trees are hundreds of nodes deep.
 *
 * `open` is given a node's value with its path in the document, `root.children[2]`, and may throw.
 */
export function branchesOf<Node>(
  root: unknown,
  path: string,
  open: (value: unknown, path: string) => OpenNode<Node>,
): readonly Branch<Node>[] {
  const branches: Branch<Node>[] = [];
  const nodes: Node[] = [];
  const numbers: number[] = [];
  const pending: Pending[] = [{ value: root, path, depth: 0, isFurther: false }];
  let shared = 0;
  let opened = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, children } = open(next.value, next.path);
    nodes.length = next.depth;
    numbers.length = next.depth;
    if (next.isFurther) shared = next.depth;
    nodes.push(node);
    numbers.push(opened);
    opened += 1;
    if (children.length === 0) branches.push({ nodes: [...nodes], numbers: [...numbers], shared });
    for (let at = children.length - 1; at >= 0; at -= 1) {
      const child = { value: children[at], path: `${next.path}.children[${at}]`, depth: next.depth + 1 };
      pending.push({ ...child, isFurther: at > 0 });
    }
  }
  return branches;
}

interface Pending {
  readonly value: unknown;
  readonly path: string;
  readonly depth: number;
  /** True for every child but its parent's first: with it a new branch begins. */
  readonly isFurther: boolean;
}
