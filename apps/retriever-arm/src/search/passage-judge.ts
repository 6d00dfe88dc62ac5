import { monotoneAlongRank } from '@arbiter/confidence';
import { selectByMaximalMarginalRelevance } from '@arbiter/fusion';
import type { RerankedCandidate } from '../rerank/rerank.stage.js';
import type { RankedCandidates } from './candidate-ranker.js';
import { relevanceOf } from './relevance-of.js';
import type { RankedPassage } from './result-of.js';
import type { SearchRun } from './search-run.js';
import { searchLeg, type SearchIndexes, type SearchTarget } from './search-target.js';
import { strictlyFalling } from './strictly-falling.js';
import { thinOut } from './thin-out.js';

/** Passages that are judged: what ranks below can never be asked for. */
const MAX_JUDGED = 100;

type JudgedPassage = Omit<RankedPassage, 'relevance'>;

/** Decides what of a ranking is shown: thinned and diversified as asked, with a relevance that falls along the ranks. */
export class PassageJudge {
  constructor(private readonly indexes: SearchIndexes) {}

  async judge(
    run: SearchRun,
    ranked: readonly RerankedCandidate[],
    found: Pick<RankedCandidates, 'ranked' | 'query' | 'cosines'>,
  ): Promise<readonly RankedPassage[]> {
    const { request, text } = run;
    const ranks = new Map(found.ranked.map(({ chunk }, index) => [chunk.id, index + 1]));
    const shown = thinOut(ranked, request).slice(0, MAX_JUDGED);
    const cosines = await this.cosines(run, shown, found);
    const estimates = relevanceOf(
      text.text,
      shown.map(({ chunk }) => ({ chunk, cosine: cosines.get(chunk.id) ?? null })),
    );
    const judged = shown.map((candidate, index) => ({
      candidate,
      fusedRank: ranks.get(candidate.chunk.id) ?? index + 1,
      estimatedRelevance: estimates[index] ?? 0,
    }));
    const { diversity = 0 } = request;
    // Without any wish for diversity the ranking stands; the selection would order by relevance alone.
    const ordered = diversity === 0 ? judged : await this.diversify(run, judged, diversity);
    const relevance = strictlyFalling(monotoneAlongRank(ordered.map(({ estimatedRelevance }) => estimatedRelevance)));
    return ordered
      .map((passage, index) => ({ ...passage, relevance: relevance[index] ?? 0 }))
      .filter((passage) => passage.relevance >= request.min_relevance_score)
      .slice(0, request.limit);
  }

  /** Cosines with the query as it was asked; a passage has none when the vector index does not answer. */
  private async cosines(
    { targets, legs, modelReadsQuery, filter, signal }: SearchRun,
    shown: readonly RerankedCandidate[],
    { query, cosines }: Pick<RankedCandidates, 'query' | 'cosines'>,
  ): Promise<ReadonlyMap<string, number>> {
    if (!modelReadsQuery) return new Map();
    if (!legs.includes('vector')) return cosines;
    const missing = shown.filter(({ chunk }) => !cosines.has(chunk.id));
    const scored = await Promise.all(
      targets.map(async (target) => {
        const chunkIds = idsOf(missing, target);
        if (chunkIds.length === 0 || !query(target).vector) return [];
        const options = { limit: chunkIds.length, chunkIds, filter, signal };
        // The ranking is there; an index that fails now only makes the estimate of the relevance coarser.
        return searchLeg('vector', this.indexes, target, query(target), options).catch(() => []);
      }),
    );
    signal.throwIfAborted();
    return new Map([...cosines, ...scored.flat().map(({ chunk, score }) => [chunk.id, score] as const)]);
  }

  private async diversify(
    { targets, signal }: SearchRun,
    passages: readonly JudgedPassage[],
    diversity: number,
  ): Promise<JudgedPassage[]> {
    const candidates = passages.map(({ candidate }) => candidate);
    const vectors = await Promise.all(
      targets.map((target) => this.indexes.vectorIndex.vectors(target.collection, idsOf(candidates, target), signal)),
    );
    const byId = new Map(vectors.flatMap((of) => [...of]));
    const selected = selectByMaximalMarginalRelevance(
      passages.map((passage) => ({
        id: passage.candidate.chunk.id,
        relevance: passage.estimatedRelevance,
        vector: byId.get(passage.candidate.chunk.id) ?? null,
        passage,
      })),
      { lambda: 1 - diversity },
    );
    return selected.map(({ passage: { passage } }) => passage);
  }
}

function idsOf(candidates: readonly RerankedCandidate[], target: SearchTarget): string[] {
  return candidates.filter((candidate) => candidate.target === target).map(({ chunk }) => chunk.id);
}
