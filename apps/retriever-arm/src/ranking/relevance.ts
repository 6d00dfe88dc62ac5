import {
  estimateRelevance,
  monotoneAlongRank,
  relevanceModelsOf,
  type RelevanceEvidence,
  type RelevanceModels,
} from '@arbiter/confidence';
import type { Chunk, KeywordIndex } from '@arbiter/ports';
import { aliasesOf, coverageTerms, rarityOf, TermCoverage } from '@arbiter/text';
import { valueIfMissing, type IndexCalls } from '../calls/index-calls.js';
import type { SearchTarget } from '../candidates/search-target.js';

/** Facts from which a passage's relevance is estimated. */
export interface PassageFacts {
  readonly chunk: Chunk;
  /** With the query as it was asked; null when no vectors were searched. */
  readonly cosine: number | null;
}

export interface RelevanceEstimate {
  readonly evidence: RelevanceEvidence;
  /** 0–1 */
  readonly relevance: number;
}

export interface EstimatorOptions {
  /** Whose cosines they are. */
  readonly embeddingModel: string;
  readonly keywordIndex: KeywordIndex;
  /** Holds the failure where an index does not answer. */
  readonly calls: IndexCalls;
}

/** Probability-like relevance of passages for one query: from what is known of each, not from its rank. */
export class RelevanceEstimator {
  private constructor(
    private readonly coverage: TermCoverage,
    private readonly models: RelevanceModels,
  ) {}

  /**
   * Asks how common the query's terms are. Where no collection can tell, all count the same.
   *
   * @throws the signal's reason
   */
  static async create(
    query: string,
    targets: readonly SearchTarget[],
    options: EstimatorOptions,
  ): Promise<RelevanceEstimator> {
    const terms = coverageTerms(query);
    const words = terms.map(({ word }) => word);
    const told = await Promise.all(targets.map((target) => raritiesOf(words, target, options)));
    const rarities = told.filter((of) => of !== null);
    const weights = terms.map(({ term }, index): [string, number] => {
      const sum = rarities.reduce((total, of) => total + (of[index] ?? 0), 0);
      return [term, rarities.length === 0 ? 1 : sum / rarities.length];
    });
    return new RelevanceEstimator(new TermCoverage(new Map(weights)), relevanceModelsOf(options.embeddingModel));
  }

  estimate({ chunk, cosine }: PassageFacts): RelevanceEstimate {
    const evidence = { cosine, coverage: this.coverage.of(searchableText(chunk)) };
    return { evidence, relevance: estimateRelevance(evidence, this.models) };
  }
}

/** @returns how rare each word is in the collection; null when its index does not answer */
async function raritiesOf(
  words: readonly string[],
  target: SearchTarget,
  { keywordIndex, calls }: EstimatorOptions,
): Promise<number[] | null> {
  const analysed = words.map((word) => target.analyser.analyse(word));
  const distinct = [...new Set(analysed.flat())];
  if (distinct.length === 0) return analysed.map(() => 0);
  const told = await calls.ask('keyword', target, (limited) =>
    Promise.all([
      keywordIndex.documentFrequencies(target.index, distinct, limited),
      keywordIndex.count(target.index, limited),
    ]).catch(valueIfMissing(null)),
  );
  if (told === null) return null;
  const [shares, passages] = told;
  const byTerm = new Map(distinct.map((term, index) => [term, shares[index] ?? 0]));
  // The analyser does not index very common words.
  return analysed.map((terms) => {
    const share = Math.min(1, ...terms.map((term) => byTerm.get(term) ?? 0));
    return rarityOf(share, passages);
  });
}

function searchableText({ title, section, text, metadata }: Chunk): string {
  return [title, ...aliasesOf(metadata), ...section, text].join('\n');
}

/** What a score falls by at least from one rank to the next, as a share of it: 100 results lose a ten-thousandth. */
const SMALLEST_FALL = 1e-6;

/**
 * Makes scores that never rise fall from every rank to the next, so that whoever sorts by them gets the ranking back.
 *
 * @param scores above 0, in rank order, non-increasing
 */
function strictlyFalling(scores: readonly number[]): number[] {
  let last = Infinity;
  return scores.map((score) => {
    last = Math.min(score, last * (1 - SMALLEST_FALL));
    return last;
  });
}

/**
 * Relevance that agrees with the ranking: within a page of ranks the highest estimate from each rank on, never more than
 * on the page before, and falling from every rank to the next.
 *
 * @param estimates 0–1, in rank order
 * @param pageSize ranks whose estimates speak for each other, ≥ 1
 */
export function fallingRelevance(estimates: readonly number[], pageSize: number): number[] {
  const along: number[] = [];
  for (let from = 0; from < estimates.length; from += pageSize) {
    const ceiling = along.at(-1) ?? 1;
    const page = monotoneAlongRank(estimates.slice(from, from + pageSize));
    along.push(...page.map((relevance) => Math.min(ceiling, relevance)));
  }
  return strictlyFalling(along);
}
