import { ArbiterError, expand, MAX_CONTEXT_TOKENS, previews } from '@arbiter/contracts';
import { rankDocuments, type ScoredDocument } from '@arbiter/evaluation';
import type { OperationCaller } from '../library/library.js';

/** Entities whose evidence is looked at: as many as previews list unless asked for more, and as one expansion takes. */
export const EXPANDED_ENTITIES = 20;

/** Smoothing constant of reciprocal rank fusion (Cormack, Clarke and Büttcher 2009), as `RETRIEVER_RRF_K` has it. */
const RRF_K = 60;

export interface GraphScope {
  readonly collections: readonly string[];
  /** The judged document that a source is of. */
  readonly documentOf: (source: string) => string;
  readonly signal: AbortSignal;
}

/**
 * Documents of the evidence of the entities that answer a question: those of the first entity first. Entities are ranked by all
 * five signals. Evidence is what an expansion cites.
 *
 * @throws ArbiterError INVALID_REQUEST where no collection has a knowledge graph
 */
export async function rankByGraph(
  library: OperationCaller,
  query: string,
  { collections, documentOf, signal }: GraphScope,
): Promise<ScoredDocument[]> {
  const asked = [...collections];
  const { entities, withoutGraph } = await library.request(
    previews,
    { query, collections: asked, limit: EXPANDED_ENTITIES },
    { signal },
  );
  const withGraph = asked.filter((collection) => !withoutGraph.includes(collection));
  if (withGraph.length === 0) {
    throw new ArbiterError('INVALID_REQUEST', `There is no knowledge graph of ${asked.join(', ')}.`);
  }
  if (entities.length === 0) return [];
  const sources = new Map<string, string[]>();
  for (const collection of withGraph) {
    const ids = entities.map(({ id }) => id);
    const { expansions } = await library.request(
      expand,
      { collection, ids, maxTokens: MAX_CONTEXT_TOKENS },
      { signal },
    );
    for (const { id, citations } of expansions) {
      sources.set(id, [...(sources.get(id) ?? []), ...citations.map(({ source }) => source)]);
    }
  }
  const evidence = entities.flatMap(({ id }) => sources.get(id) ?? []);
  return rankDocuments(evidence.map((source, index) => ({ id: documentOf(source), score: 1 / (index + 1) })));
}

/** Fuses rankings of documents by reciprocal ranks. */
export function fuseDocuments(rankings: readonly (readonly ScoredDocument[])[]): ScoredDocument[] {
  const scores = new Map<string, number>();
  for (const ranking of rankings) {
    for (const [index, { id }] of ranking.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (RRF_K + index + 1));
  }
  return rankDocuments([...scores].map(([id, score]) => ({ id, score })));
}
