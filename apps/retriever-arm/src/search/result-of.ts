import type { FusionMethod, SearchResult } from '@arbiter/contracts';
import type { RerankedCandidate } from '../rerank/rerank.stage.js';
import type { Read } from './passage-reader.js';
import type { RelevanceEstimate } from './relevance-estimator.js';

/** A candidate with what is said of it to the caller. */
export interface RankedPassage {
  readonly candidate: Read<RerankedCandidate>;
  /** From 1, after fusion, before reranking and before anything was left out. */
  readonly fusedRank: number;
  readonly estimate: RelevanceEstimate;
  /** Falls along the ranks. */
  readonly relevance: number;
}

export interface ResultOptions {
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
