import {
  estimateRelevance,
  monotoneAlongRank,
  relevanceModelsOf,
  type RelevanceEvidence,
  type RelevanceModels,
} from '@arbiter/confidence';
import type { Chunk, KeywordIndex } from '@arbiter/ports';
import {
  aliasesOf,
  AnalysedCoverage,
  type Analyser,
  coverageTerms,
  rarityOf,
  type RelatedTerm,
  TermCoverage,
} from '@arbiter/text';
import { valueIfMissing, type IndexCalls } from '../calls/index-calls.js';
import type { RelatedWords } from '../candidates/related-words.js';
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
  readonly relatedWords: RelatedWords;
  /** Holds the failure where an index does not answer. */
  readonly calls: IndexCalls;
  readonly signal: AbortSignal;
}

type Coverage = Pick<TermCoverage, 'of'>;

/** Probability-like relevance of passages for one query: from what is known of each, not from its rank. */
export class RelevanceEstimator {
  private constructor(
    private readonly coverageBy: ReadonlyMap<Analyser, Coverage>,
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
    const analysers = [...new Set(targets.map(({ analyser }) => analyser))];
    const inEnglish = targets.filter(({ analyser }) => analyser.wordsOf === undefined);
    const english = inEnglish.length > 0 ? await englishCoverage(query, inEnglish, options) : undefined;
    const coverages = await Promise.all(
      analysers.map(async (analyser): Promise<[Analyser, Coverage]> => {
        if (analyser.wordsOf === undefined && english) return [analyser, english];
        const own = targets.filter((target) => target.analyser === analyser);
        return [analyser, await analysedCoverage(query, analyser, own, options)];
      }),
    );
    return new RelevanceEstimator(new Map(coverages), relevanceModelsOf(options.embeddingModel));
  }

  /** @param analyser of the passage's collection */
  estimate({ chunk, cosine }: PassageFacts, analyser: Analyser): RelevanceEstimate {
    const coverage = this.coverageBy.get(analyser)?.of(searchableText(chunk)) ?? 0;
    const evidence = { cosine, coverage };
    return { evidence, relevance: estimateRelevance(evidence, this.models) };
  }
}

/** In English terms, for collections whose analyser cannot tell which terms are of one word. */
async function englishCoverage(
  query: string,
  targets: readonly SearchTarget[],
  options: EstimatorOptions,
): Promise<Coverage> {
  const terms = coverageTerms(query);
  // The analyser does not index very common words, and a word of several terms is as rare as its rarest.
  const weights = await weightsOf(
    targets,
    ({ analyser }) => terms.map(({ word }) => analyser.analyse(word)),
    (shares) => Math.min(1, ...shares),
    options,
  );
  return new TermCoverage(new Map(terms.map(({ term }, index) => [term, weights[index] ?? 1])));
}

async function analysedCoverage(
  query: string,
  analyser: Analyser,
  targets: readonly SearchTarget[],
  options: EstimatorOptions,
): Promise<Coverage> {
  const found = coverageTerms(query).flatMap(({ word }) => analyser.wordsOf?.(word) ?? []);
  const words = [...new Map(found.map((terms) => [terms.join(' '), terms])).values()];
  const { relatedWords, calls, signal } = options;
  const [weights, ...related] = await Promise.all([
    weightsOf(
      targets,
      () => words,
      (shares) => Math.max(0, ...shares),
      options,
    ),
    ...targets.map((target) => relatedWords.of(words.flat(), target, calls, signal)),
  ]);
  const weighted = words.map((terms, index) => ({
    terms,
    related: strongest(related.flatMap((of) => terms.flatMap((term) => of.get(term) ?? []))),
    weight: weights[index] ?? 1,
  }));
  return new AnalysedCoverage(weighted, (text) => analyser.analyse(text));
}

/** Each term once: collections may rate it differently. */
function strongest(related: readonly RelatedTerm[]): RelatedTerm[] {
  const weights = new Map<string, number>();
  for (const { term, weight } of related) weights.set(term, Math.max(weight, weights.get(term) ?? 0));
  return [...weights].map(([term, weight]) => ({ term, weight }));
}

/** @returns the weight of each word, over the collections whose index answers; 1 where none does */
async function weightsOf(
  targets: readonly SearchTarget[],
  wordsFor: (target: SearchTarget) => readonly (readonly string[])[],
  shareOf: (sharesOfTerms: readonly number[]) => number,
  options: EstimatorOptions,
): Promise<number[]> {
  const told = await Promise.all(targets.map((target) => raritiesOf(wordsFor(target), shareOf, target, options)));
  const rarities = told.filter((of) => of !== null);
  const [first] = targets;
  return (first ? wordsFor(first) : []).map((_, index) => {
    const sum = rarities.reduce((total, of) => total + (of[index] ?? 0), 0);
    return rarities.length === 0 ? 1 : sum / rarities.length;
  });
}

/** @returns how rare each word is in the collection; null when its index does not answer */
async function raritiesOf(
  words: readonly (readonly string[])[],
  shareOf: (sharesOfTerms: readonly number[]) => number,
  target: SearchTarget,
  { keywordIndex, calls }: EstimatorOptions,
): Promise<number[] | null> {
  const distinct = [...new Set(words.flat())];
  if (distinct.length === 0) return words.map(() => 0);
  const told = await calls.ask('keyword', target, (limited) =>
    Promise.all([
      keywordIndex.documentFrequencies(target.index, distinct, limited),
      keywordIndex.count(target.index, limited),
    ]).catch(valueIfMissing(null)),
  );
  if (told === null) return null;
  const [shares, passages] = told;
  const byTerm = new Map(distinct.map((term, index) => [term, shares[index] ?? 0]));
  return words.map((terms) => rarityOf(shareOf(terms.map((term) => byTerm.get(term) ?? 0)), passages));
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
