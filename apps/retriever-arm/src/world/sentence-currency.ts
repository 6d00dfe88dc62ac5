import type { Passage, StateOfWorld } from '@arbiter/contracts';
import { currencyOf, readTarget } from '@arbiter/knowledge-graph';
import type { CurrencyOf } from '../synthesis/sentences/judge-sentences.js';
import type { WorldReader } from './world-reader.js';

interface Weighed {
  readonly query: string;
  readonly passages: readonly Pick<Passage, 'collection'>[];
  readonly state: StateOfWorld | undefined;
}

/**
 * How sentences are weighed by what has changed since they were written. Nothing is weighed without a state, in collections
 * without a graph, and if the stores of graph and changelog do not answer: the answer then rests on the passages alone.
 *
 * @throws the signal's reason
 */
export async function currencyIn(
  { query, passages, state }: Weighed,
  worlds: Pick<WorldReader, 'worldAt'> | null,
  signal: AbortSignal,
): Promise<CurrencyOf> {
  if (!worlds || !state) return () => 1;
  const collections = [...new Set(passages.map(({ collection }) => collection))];
  const found = await Promise.all(
    collections.map(async (collection) => {
      const world = await worlds.worldAt(collection, state, signal).catch(() => null);
      return [collection, world && { world, target: readTarget(query, world.graph) }] as const;
    }),
  );
  signal.throwIfAborted();
  const byCollection = new Map(found);
  return ({ passage, start, end, text }) => {
    const known = byCollection.get(passage.collection);
    return known ? currencyOf(known.target, known.world, { documentId: passage.documentId, start, end, text }) : 1;
  };
}
