import type { FusionMethod, SearchResult } from '@arbiter/contracts';
import { collapseByDocument } from '@arbiter/fusion';
import type { IndexCalls } from '../calls/index-calls.js';
import type { PassageReader, Read } from '../candidates/passage-reader.js';
import { scoreLeg, type SearchIndexes, type SearchTarget } from '../candidates/search-target.js';
import { fallingRelevance, type RelevanceEstimate, type RelevanceEstimator } from '../ranking/relevance.js';
import type { RerankedCandidate } from '../ranking/rerank.stage.js';
import type { RankedCandidates } from './candidate-ranker.js';
import type { SearchRun } from './search-run.js';

/**
 * Passages whose relevance is made to fall together. Most searches show one page; estimates within it alone decide on its
 * relevance, so that a search for more shows the same scores first.
 */
const PAGE = 10;

type Found = Pick<RankedCandidates, 'ranked' | 'query' | 'cosines' | 'failures'>;

interface JudgeTools {
  readonly estimator: RelevanceEstimator;
  /** Holds what an index fails to tell: the ranking is there, so it only becomes coarser. */
  readonly calls: IndexCalls;
}

/** Decides which passages of a ranking are shown, with a relevance that falls along the ranks. */
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
    const depth = Math.ceil(request.limit / PAGE) * PAGE;
    const passages = await this.passages(run, ranked, { depth, calls });
    const cosines = await this.cosines(run, passages, found, calls);
    const fusedRanks = new Map(found.ranked.map(({ id }, index) => [id, index + 1]));
    const judged = passages.map((candidate, index) => ({
      candidate,
      fusedRank: fusedRanks.get(candidate.id) ?? index + 1,
      estimate: estimator.estimate(
        { chunk: candidate.chunk, cosine: cosines.get(candidate.id) ?? null },
        candidate.target.analyser,
      ),
    }));
    const relevance = fallingRelevance(
      judged.map(({ estimate }) => estimate.relevance),
      PAGE,
    );
    return judged
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
    const { max_per_document: most } = request;
    if (most === undefined) return this.reader.read(ranked.slice(0, depth), calls);
    const chunks = (await this.reader.read(ranked, calls)).map((candidate) => ({
      documentId: candidate.chunk.documentId,
      candidate,
    }));
    return collapseByDocument(chunks, most)
      .slice(0, depth)
      .map(({ candidate }) => candidate);
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
}

function idsOf(candidates: readonly Pick<Read<RerankedCandidate>, 'id' | 'target'>[], target: SearchTarget): string[] {
  return candidates.filter((candidate) => candidate.target === target).map(({ id }) => id);
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
  const { chunk, target, lists, fused, weight, rerank } = candidate;
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
        ...(weight !== 1 && { weight }),
        rerank: rerank && { ...rerank },
        evidence: { ...estimate.evidence },
        estimated_relevance: estimate.relevance,
      },
    }),
  };
}
