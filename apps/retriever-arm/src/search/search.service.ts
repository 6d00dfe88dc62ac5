import {
  ArbiterError,
  type CollectionManifest,
  type SearchMethod,
  type SearchRequest,
  type SearchResult,
} from '@arbiter/contracts';
import { estimateRelevance, monotoneAlongRank } from '@arbiter/confidence';
import { fuseByReciprocalRank } from '@arbiter/fusion';
import type { Chunk, CollectionCatalog, Embedder, KeywordIndex, ScoredChunk, VectorIndex } from '@arbiter/ports';
import { noneYet } from './none-yet.js';
import { TermCoverage } from '@arbiter/text';
import { assertSameModel, resolveCollections } from './resolve-collections.js';

/** Candidates taken from each index before fusion, per collection; deep enough that fusion sees what either list ranks low. */
export const CANDIDATES_PER_INDEX = 100;

export interface SearchPorts {
  readonly catalog: CollectionCatalog;
  readonly vectorIndex: VectorIndex;
  readonly keywordIndex: KeywordIndex;
  readonly embedder: Embedder;
}

export interface SearchOutcome {
  /** Best first, at or above the asked relevance, at most `limit`. */
  readonly results: readonly SearchResult[];
  /** Indexes that could not answer; empty when all is well. */
  readonly degraded: readonly SearchMethod[];
}

type IndexName = Exclude<SearchMethod, 'hybrid'>;

interface Candidates {
  readonly name: IndexName;
  /** Best first, over all searched collections. */
  readonly hits: readonly LocatedChunk[];
}

interface LocatedChunk extends ScoredChunk {
  readonly collection: string;
}

/** Finds passages: one list per index, fused by chunk, with a relevance that means the same for every method. */
export class SearchService {
  constructor(
    private readonly ports: SearchPorts,
    private readonly rrfK: number,
  ) {}

  /**
   * @throws ArbiterError NOT_FOUND for an unknown collection, CONFLICT for one built with another model, UNAVAILABLE
   *   when no index answered, and the signal's reason
   */
  async search(request: SearchRequest, signal: AbortSignal): Promise<SearchOutcome> {
    const manifests = await resolveCollections(this.ports.catalog, request.knowledge_bases, signal);
    if (manifests.length === 0) return { results: [], degraded: [] };
    if (request.method !== 'keyword') assertSameModel(manifests, this.ports.embedder);

    const wanted: readonly IndexName[] = request.method === 'hybrid' ? ['vector', 'keyword'] : [request.method];
    const answers = await Promise.allSettled(wanted.map((name) => this.candidates(name, manifests, request, signal)));
    signal.throwIfAborted();
    const lists = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    if (lists.length === 0) throw failureOf(answers);

    return {
      results: this.rank(request, lists),
      degraded: wanted.filter((name) => !lists.some((list) => list.name === name)),
    };
  }

  private async candidates(
    name: IndexName,
    manifests: readonly CollectionManifest[],
    { query, filters }: SearchRequest,
    signal: AbortSignal,
  ): Promise<Candidates> {
    const options = { limit: CANDIDATES_PER_INDEX, filter: filters, signal };
    const searchOne = await this.searcher(name, query, signal);
    const perCollection = await Promise.all(
      manifests.map(async ({ name: collection }) =>
        (await searchOne(collection, options).catch(noneYet<readonly ScoredChunk[]>([]))).map((hit) => ({
          ...hit,
          collection,
        })),
      ),
    );
    return { name, hits: perCollection.flat().sort(byScoreThenId) };
  }

  private async searcher(name: IndexName, query: string, signal: AbortSignal) {
    if (name === 'keyword') {
      return (collection: string, options: Parameters<KeywordIndex['search']>[2]) =>
        this.ports.keywordIndex.search(collection, query, options);
    }
    const [vector] = await this.ports.embedder.embed([query], { kind: 'query', signal });
    if (!vector) throw new ArbiterError('INTERNAL', 'The embedder returned no vector for the query.');
    return (collection: string, options: Parameters<VectorIndex['search']>[2]) =>
      this.ports.vectorIndex.search(collection, vector, options);
  }

  private rank(request: SearchRequest, lists: readonly Candidates[]): SearchResult[] {
    const located = new Map(lists.flatMap(({ hits }) => hits.map((hit) => [hit.chunk.id, hit] as const)));
    const rankings: { name: IndexName | 'estimate'; ids: string[] }[] = lists.map(({ name, hits }) => ({
      name,
      ids: hits.map(({ chunk }) => chunk.id),
    }));
    const ids = [...located.keys()];
    const estimates = new Map(
      this.relevanceOf(request.query, ids, located, lists).map((estimate, index) => [ids[index] ?? '', estimate]),
    );
    const estimateOf = (id: string): number => estimates.get(id) ?? 0;
    // What is known of a passage as a whole votes beside the indexes, where there is more than one to settle between.
    if (lists.length > 1) {
      rankings.push({ name: 'estimate', ids: ids.sort((a, b) => estimateOf(b) - estimateOf(a) || (a < b ? -1 : 1)) });
    }
    const fused = fuseByReciprocalRank(rankings, this.rrfK);
    const relevance = monotoneAlongRank(fused.map(({ id }) => estimateOf(id)));
    return fused
      .flatMap(({ id }, index) => {
        const hit = located.get(id);
        const score = relevance[index];
        return hit && score !== undefined && score >= request.min_relevance_score ? [{ hit, score }] : [];
      })
      .slice(0, request.limit)
      .map(({ hit, score }, index) => resultOf(hit, score, index + 1));
  }

  private relevanceOf(
    query: string,
    ids: readonly string[],
    located: ReadonlyMap<string, LocatedChunk>,
    lists: readonly Candidates[],
  ): number[] {
    const vectorHits = lists.find(({ name }) => name === 'vector')?.hits;
    const cosines = new Map(vectorHits?.map(({ chunk, score }) => [chunk.id, score]));
    // A passage that the vector list does not hold is no nearer than the last one it does hold.
    const farthest = vectorHits && (vectorHits.at(-1)?.score ?? 0);
    const chunks = ids.flatMap((id) => located.get(id)?.chunk ?? []);
    const coverage = new TermCoverage(query, chunks.map(searchableText));
    return chunks.map((chunk, index) =>
      estimateRelevance({
        cosine: farthest === undefined ? null : (cosines.get(chunk.id) ?? farthest),
        coverage: coverage.of(index),
      }),
    );
  }
}

function searchableText({ title, section, text, metadata: { aliases } }: Chunk): string {
  const names = Array.isArray(aliases) ? aliases.filter((alias) => typeof alias === 'string') : [];
  return [title, ...names, ...section, text].join('\n');
}

function resultOf({ chunk, collection }: LocatedChunk, relevance: number, rank: number): SearchResult {
  return {
    content: chunk.text,
    source: chunk.source,
    relevance_score: relevance,
    rank,
    metadata: {
      ...chunk.metadata,
      chunk_id: chunk.id,
      document_id: chunk.documentId,
      collection,
      start: chunk.start,
      end: chunk.end,
      title: chunk.title,
      section: [...chunk.section],
      page: chunk.page,
    },
  };
}

function byScoreThenId(a: LocatedChunk, b: LocatedChunk): number {
  return b.score - a.score || (a.chunk.id < b.chunk.id ? -1 : a.chunk.id > b.chunk.id ? 1 : 0);
}

/** A typed failure that all of them share speaks for itself; when each failed for its own reason it is "no index answered". */
function failureOf(answers: readonly PromiseSettledResult<unknown>[]): ArbiterError {
  const causes = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
  const [first] = causes;
  const shared = causes.every(
    (cause) => cause instanceof ArbiterError && cause.message === ArbiterError.from(first).message,
  );
  if (shared && first instanceof ArbiterError) return first;
  return new ArbiterError('UNAVAILABLE', 'No search index answered.', { cause: new AggregateError(causes) });
}
