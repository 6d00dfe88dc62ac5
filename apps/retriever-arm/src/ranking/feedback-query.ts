import { feedbackCandidates, relevanceFeedback, type SearchQuery } from '@arbiter/fusion';
import { passageTerms } from '@arbiter/text';
import { valueIfMissing, type IndexCalls } from '../calls/index-calls.js';
import type { Read } from '../candidates/passage-reader.js';
import type { SearchIndexes, SearchTarget } from '../candidates/search-target.js';
import type { FusedCandidate } from './fuse-candidates.js';

/**
 * The query of the second round, from what the first one found best over all collections.
 *
 * @param believed the best of the first round, best first, scores in units of z
 * @param calls holds what an index failed to tell; the queries are then not worth asking
 * @returns the query for each target, in its own analyser's terms
 */
export async function feedbackQuery(
  believed: readonly Read<FusedCandidate>[],
  query: (target: SearchTarget) => SearchQuery,
  targets: readonly SearchTarget[],
  { indexes, calls }: { readonly indexes: SearchIndexes; readonly calls: IndexCalls },
): Promise<ReadonlyMap<SearchTarget, SearchQuery>> {
  const vectors = await vectorsOf(believed, indexes, calls);
  const moved = targets.map(async (target): Promise<[SearchTarget, SearchQuery]> => {
    const passages = believed.map(({ chunk, fused }) => ({
      id: chunk.id,
      score: fused,
      terms: passageTerms(chunk, target.analyser),
      vector: vectors.get(chunk.id) ?? null,
    }));
    const terms = feedbackCandidates(passages);
    const shares = await calls.ask('keyword', target, (limited) =>
      indexes.keywordIndex
        .documentFrequencies(target.index, terms, limited)
        .catch(valueIfMissing<readonly number[]>([])),
    );
    const frequencies = new Map(terms.flatMap((term, index) => entryOf(term, shares?.[index])));
    const { terms: expanded, vector } = relevanceFeedback(query(target), passages, frequencies);
    return [target, { terms: expanded, vector }];
  });
  return new Map(await Promise.all(moved));
}

async function vectorsOf(
  believed: readonly FusedCandidate[],
  { vectorIndex }: SearchIndexes,
  calls: IndexCalls,
): Promise<ReadonlyMap<string, Float32Array>> {
  const targets = [...new Set(believed.map(({ target }) => target))];
  const perTarget = await Promise.all(
    targets.map(async (target) => {
      const ids = believed.filter((passage) => passage.target === target).map(({ id }) => id);
      return calls.ask('vector', target, (limited) => vectorIndex.vectors(target.index, ids, limited));
    }),
  );
  return new Map(perTarget.flatMap((vectors) => [...(vectors ?? [])]));
}

function entryOf(term: string, share: number | undefined): [string, number][] {
  return share === undefined ? [] : [[term, share]];
}
