import { sortByKey } from './index-arrays.js';

/** Every node in exactly one part: a community, or a connected component. */
export interface Partition {
  /** Part of each node, below `partCount`. Numbered by size, the largest first; ties by the lowest node. */
  readonly membership: Uint32Array;
  /** Parts, none of them empty. */
  readonly partCount: number;
}

/**
 * Numbers parts as {@link Partition} says.
 *
 * @param labels of each node, whole numbers below the count of nodes
 */
export function numberParts(labels: Uint32Array): Partition {
  const nodeCount = labels.length;
  const sizes = new Uint32Array(nodeCount);
  const found: number[] = [];
  for (let node = 0; node < nodeCount; node += 1) {
    const label = labels[node] ?? 0;
    if (sizes[label] === 0) found.push(label);
    sizes[label] = (sizes[label] ?? 0) + 1;
  }
  // Labels were found in the order of their lowest nodes, and the sort is stable.
  found.sort((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0));
  const numbers = new Uint32Array(nodeCount);
  found.forEach((label, number) => (numbers[label] = number));
  return { membership: labels.map((label) => numbers[label] ?? 0), partCount: found.length };
}

/** The nodes of each part, ascending. The arrays are views of one. */
export function membersOf({ membership, partCount }: Partition): readonly Uint32Array[] {
  const { order, starts } = sortByKey(partCount, membership);
  return Array.from({ length: partCount }, (_, part) => order.subarray(starts[part], starts[part + 1]));
}
