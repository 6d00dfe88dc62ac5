import fc from 'fast-check';
import { soakCount, soakSeed } from '@arbiter/testing';
import { buildGraph, type Edge, type Graph } from '../src/graph.js';

/** Weights whose sums are exact, and one whose sums are not. */
const WEIGHTS = [1, 1, 1, 2, 5, 0.25, 0.1];

/** Edges with parallel ones and self-loops over a few nodes, some of which have none. */
export function arbitraryEdges(mostNodes = 24): fc.Arbitrary<{ nodeCount: number; edges: Edge[] }> {
  return fc.integer({ min: 1, max: mostNodes }).chain((nodeCount) => {
    const node = fc.nat(nodeCount - 1);
    const edge = fc.tuple(node, node, fc.constantFrom(...WEIGHTS));
    return fc.array(edge, { maxLength: 3 * nodeCount }).map((edges) => ({ nodeCount, edges }));
  });
}

export function arbitraryGraph(directed = false, mostNodes?: number): fc.Arbitrary<Graph> {
  return arbitraryEdges(mostNodes).map(({ nodeCount, edges }) => buildGraph(nodeCount, edges, { directed }));
}

/** Checks a property on many drawn cases, others in each run. @param what is checked, as the line of the seed names it */
export function checkProperty<T>(what: string, drawn: fc.Arbitrary<T>, check: (value: T) => void, all = 2_000): void {
  fc.assert(fc.property(drawn, check), { numRuns: soakCount(all), seed: soakSeed(what) });
}
