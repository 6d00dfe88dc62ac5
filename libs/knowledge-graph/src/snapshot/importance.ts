import { betweenness, degreeCentrality, type Graph, pageRank } from '@arbiter/graph';
import type { Importance } from './graph-snapshot.js';

/** PageRank counts most, because it alone knows whether the neighbours matter. Ours; the published design leaves them open. */
const WEIGHTS = { degree: 0.3, betweenness: 0.3, pageRank: 0.4 } as const;

/** @returns one per node */
export function importanceOf(graph: Graph, seed: number): Importance[] {
  if (graph.nodeCount === 0) return [];
  const degree = relative(degreeCentrality(graph));
  const between = relative(betweenness(graph, { seed }).scores);
  const rank = relative(pageRank(graph).scores);
  return [...degree].map((own, node) => {
    const measures = { degree: own, betweenness: between[node] ?? 0, pageRank: rank[node] ?? 0 };
    const composite =
      WEIGHTS.degree * measures.degree +
      WEIGHTS.betweenness * measures.betweenness +
      WEIGHTS.pageRank * measures.pageRank;
    return { ...measures, composite };
  });
}

function relative(scores: Float64Array): Float64Array {
  const highest = scores.reduce((most, score) => Math.max(most, score), 0);
  return highest === 0 ? scores : scores.map((score) => score / highest);
}
