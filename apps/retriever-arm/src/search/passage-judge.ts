import type { FusionMethod, SearchRequest, SearchResult } from '@arbiter/contracts';
import { collapseByDocument, dropNearDuplicates, selectByMaximalMarginalRelevance } from '@arbiter/fusion';
import { passageTerms } from '@arbiter/text';
import type { IndexCalls } from '../calls/index-calls.js';
import type { PassageReader, Read } from '../candidates/passage-reader.js';
import { scoreLeg, type SearchIndexes, type SearchTarget } from '../candidates/search-target.js';
import { fallingRelevance, type RelevanceEstimate, type RelevanceEstimator } from '../ranking/relevance.js';
import type { RerankedCandidate } from '../ranking/rerank.stage.js';
import type { RankedCandidates } from './candidate-ranker.js';
import type { SearchRun } from './search-run.js';

/** Passages that are judged: what ranks below can never be asked for. */
const MAX_JUDGED = 100;

/**
 * Passages whose relevance is made to fall together. Most searches show one page; estimates within it alone decide on its
 * relevance, so that a search for more shows the same scores first.
 */
const PAGE = 10;

type EstimatedPassage = Omit<RankedPassage, 'relevance'>;
type Found = Pick<RankedCandidates, 'ranked' | 'query' | 'cosines' | 'failures'>;

interface JudgeTools {
  readonly estimator: RelevanceEstimator;
  /** Holds what an index fails to tell: the ranking is there, so it only becomes coarser. */
  readonly calls: IndexCalls;
}

/** Decides what of a ranking is shown: thinned and diversified as asked, with a relevance that falls along the ranks. */
export class PassageJudge {
  constructor(
    private readonly indexes: SearchIndexes,
    private readonly reader: PassageReader,
  ) {}

  async judge(
    run: SearchRun,
    { estimator, calls }: JudgeTools,
    ranked: readonly RerankedCandidate[],
    found: Found,
  ): Promise<readonly RankedPassage[]> {
    const { request } = run;
    // Diversity is bought with relevance, so that of all must be known before the first can be chosen.
    const pageSize = (request.diversity ?? 0) > 0 ? MAX_JUDGED : PAGE;
    const depth = Math.ceil(request.limit / pageSize) * pageSize;
    const passages = await this.passages(run, ranked, { depth, calls });
    const cosines = await this.cosines(run, passages, found, calls);
    const fusedRanks = new Map(found.ranked.map(({ id }, index) => [id, index + 1]));
    const judged = passages.map((candidate, index) => ({
      candidate,
      fusedRank: fusedRanks.get(candidate.id) ?? index + 1,
      estimate: estimator.estimate({ chunk: candidate.chunk, cosine: cosines.get(candidate.id) ?? null }),
    }));
    const ordered = await this.diversified(run, judged, calls);
    const relevance = fallingRelevance(
      ordered.map(({ estimate }) => estimate.relevance),
      pageSize,
    );
    return ordered
      .map((passage, index) => ({ ...passage, relevance: relevance[index] ?? 0 }))
      .filter((passage) => passage.relevance >= request.min_relevance_score)
      .slice(0, request.limit);
  }

  /** The first `depth` passages that may be shown; more than those are read only where their texts decide. */
  private async passages(
    { request }: SearchRun,
    ranked: readonly RerankedCandidate[],
    { depth, calls }: { readonly depth: number; readonly calls: IndexCalls },
  ): Promise<readonly Read<RerankedCandidate>[]> {
    const { max_per_document, drop_near_duplicates } = request;
    if (max_per_document === undefined && drop_near_duplicates !== true)
      return this.reader.read(ranked.slice(0, depth), calls);
    return thinOut(await this.reader.read(ranked, calls), request).slice(0, depth);
  }

  /** Cosines with the query as it was asked; a passage has none when the vector index does not answer. */
  private async cosines(
    { targets, legs, modelReadsQuery }: SearchRun,
    page: readonly RerankedCandidate[],
    { query, cosines, failures }: Found,
    calls: IndexCalls,
  ): Promise<ReadonlyMap<string, number>> {
    if (!modelReadsQuery) return new Map();
    if (!legs.includes('vector')) return cosines;
    const missing = page.filter(({ id }) => !cosines.has(id));
    const scored = await Promise.all(
      targets.map(async (target) => {
        const chunkIds = idsOf(missing, target);
        const failed = failures.some(({ leg, collection }) => leg === 'vector' && collection === target.collection);
        if (failed || chunkIds.length === 0 || !query(target).vector) return [];
        const scores = await calls.ask('vector', target, (limited) =>
          scoreLeg('vector', this.indexes, target, query(target), { chunkIds, signal: limited }),
        );
        return [...(scores ?? [])];
      }),
    );
    return new Map([...cosines, ...scored.flat()]);
  }

  /**
   * Without any wish for diversity the ranking stands; the selection would order by relevance alone. A passage without a
   * vector is like no other.
   */
  private async diversified(
    { request: { diversity = 0 }, targets }: SearchRun,
    passages: readonly EstimatedPassage[],
    calls: IndexCalls,
  ): Promise<readonly EstimatedPassage[]> {
    if (diversity === 0) return passages;
    const candidates = passages.map(({ candidate }) => candidate);
    const vectors = await Promise.all(
      targets.map((target) =>
        calls.ask('vector', target, (limited) =>
          this.indexes.vectorIndex.vectors(target.index, idsOf(candidates, target), limited),
        ),
      ),
    );
    const byId = new Map(vectors.flatMap((of) => [...(of ?? [])]));
    const selected = selectByMaximalMarginalRelevance(
      passages.map((passage) => ({
        id: passage.candidate.id,
        relevance: passage.estimate.relevance,
        vector: byId.get(passage.candidate.id) ?? null,
        passage,
      })),
      { lambda: 1 - diversity },
    );
    return selected.map(({ passage: { passage } }) => passage);
  }
}

function idsOf(candidates: readonly Pick<Read<RerankedCandidate>, 'id' | 'target'>[], target: SearchTarget): string[] {
  return candidates.filter((candidate) => candidate.target === target).map(({ id }) => id);
}

type ThinningRequest = Pick<SearchRequest, 'max_per_document' | 'drop_near_duplicates'>;

/** Leaves out what repeats a better passage, as far as the request asks for that; the order stays. */
function thinOut(
  ranked: readonly Read<RerankedCandidate>[],
  { max_per_document, drop_near_duplicates }: ThinningRequest,
): readonly Read<RerankedCandidate>[] {
  const distinct = drop_near_duplicates === true ? withoutNearDuplicates(ranked) : ranked;
  return max_per_document === undefined ? distinct : fewOfEachDocument(distinct, max_per_document);
}

function withoutNearDuplicates(ranked: readonly Read<RerankedCandidate>[]): Read<RerankedCandidate>[] {
  const passages = ranked.map((candidate) => ({
    id: candidate.id,
    terms: passageTerms({ ...candidate.chunk, title: '', section: [] }, candidate.target.analyser),
    candidate,
  }));
  return dropNearDuplicates(passages).kept.map(({ candidate }) => candidate);
}

function fewOfEachDocument(ranked: readonly Read<RerankedCandidate>[], most: number): Read<RerankedCandidate>[] {
  const chunks = ranked.map((candidate) => ({
    id: candidate.id,
    documentId: candidate.chunk.documentId,
    candidate,
  }));
  return collapseByDocument(chunks, most).kept.map(({ candidate }) => candidate);
}

/** A candidate with what is said of it to the caller. */
interface RankedPassage {
  readonly candidate: Read<RerankedCandidate>;
  /** From 1, after fusion, before reranking and before anything was left out. */
  readonly fusedRank: number;
  readonly estimate: RelevanceEstimate;
  /** Falls along the ranks. */
  readonly relevance: number;
}

interface ResultOptions {
  /** From 1. */
  readonly rank: number;
  readonly fusion: FusionMethod | null;
  readonly explain: boolean;
}

export function resultOf(
  { candidate, fusedRank, estimate, relevance }: RankedPassage,
  { rank, fusion, explain }: ResultOptions,
): SearchResult {
  const { chunk, target, lists, fused, rerank } = candidate;
  return {
    content: chunk.text,
    source: chunk.source,
    relevance_score: relevance,
    rank,
    metadata: {
      ...chunk.metadata,
      chunk_id: chunk.id,
      document_id: chunk.documentId,
      collection: target.collection,
      start: chunk.start,
      end: chunk.end,
      title: chunk.title,
      section: [...chunk.section],
      page: chunk.page,
    },
    ...(explain && {
      explanation: {
        lists: [...lists],
        fusion: fusion ?? 'none',
        fused_rank: fusedRank,
        fused_score: fused,
        rerank: rerank && { ...rerank },
        evidence: { ...estimate.evidence },
        estimated_relevance: estimate.relevance,
      },
    }),
  };
}
