import {
  estimateFeedbackTerms,
  feedbackShares,
  type FeedbackPassage,
  type FeedbackShare,
  type FeedbackTerm,
} from './feedback-terms.js';

export interface WeightedTerm {
  readonly term: string;
  /** Weight of an occurrence: its occurrences in the query, plus the weight that feedback adds. Above 0. */
  readonly weight: number;
}

/** A query as both indexes read it. */
export interface SearchQuery {
  /** Analysed terms, each once; also where only vectors are searched, since the step depends on the query's length. */
  readonly terms: readonly WeightedTerm[];
  /** Unit vector; null without a vector index. */
  readonly vector: Float32Array | null;
}

/** How far the second round may move from the query. Defaults: `DEFAULT_FEEDBACK`. */
export interface FeedbackSettings {
  /** Passages of the first round that are believed, ≥ 1. */
  readonly passages: number;
  /** Of the softmax over their fused scores: ≥ 0; the higher, the more the first one counts. */
  readonly temperature: number;
  /** Terms that a greater share of the chunks holds are not added, 0–1. */
  readonly maxDocumentFrequency: number;
  /** Terms added at most. */
  readonly terms: number;
  /** Sum of the weights added, ≥ 0, where a term of the query has 1. */
  readonly termWeight: number;
  /**
   * Added weights are rounded to whole multiples of it, > 0; what rounds to none is not added. Whole multiples are what
   * an engine can count as repeated terms of one query, which may skip the documents that cannot be among the best;
   * a sum of weighted queries reads them all (67 against 10 ms for 15 terms in a million chunks, LanceDB 0.37).
   */
  readonly weightStep: number;
  /** The vector moves by vectorWeight / (vectorOffset + length of the query in terms), both > 0. */
  readonly vectorWeight: number;
  readonly vectorOffset: number;
}

/**
 * Chosen on the training queries of SciFact and left as they were on the other sets (docs/reports/retrieval.md). A long
 * query says enough: its vector moves less. Half the strength gains half as much on topics, and a query that names
 * something loses at any (see `isNamedQuery`): better all or nothing.
 */
export const DEFAULT_FEEDBACK: FeedbackSettings = {
  passages: 5,
  temperature: 2,
  maxDocumentFrequency: 0.1,
  terms: 10,
  termWeight: 3,
  weightStep: 1 / 8,
  vectorWeight: 6,
  vectorOffset: 3,
};

/** Terms whose document frequency is worth asking for: among them are nearly always enough that are rare enough. */
const CANDIDATES_PER_TERM = 5;

/** The query of the second round, with the passages and terms that it was made from. */
export interface FeedbackQuery extends SearchQuery {
  /** The passages that were believed. */
  readonly passages: readonly FeedbackShare[];
  /** The terms that were added or strengthened, the greatest weight first; `weight` is what was added. */
  readonly added: readonly (FeedbackTerm & { readonly weight: number })[];
  /** How far the vector was moved towards the passages' mean before it was brought to unit length again; 0: not at all. */
  readonly step: number;
}

/**
 * The terms that `relevanceFeedback` may add, the likeliest first: whose document frequencies it must be given.
 *
 * @param passages of the first round, best first
 */
export function feedbackCandidates(
  passages: readonly FeedbackPassage[],
  settings: FeedbackSettings = DEFAULT_FEEDBACK,
): string[] {
  const believed = passages.slice(0, settings.passages);
  return estimateFeedbackTerms(believed, feedbackShares(believed, settings.temperature))
    .slice(0, settings.terms * CANDIDATES_PER_TERM)
    .map(({ term }) => term);
}

/**
 * Hybrid pseudo-relevance feedback: the top of the *fused* ranking expands the query of *both* indexes. Terms come from the
 * relevance model (Lavrenko and Croft 2001), interpolated with the query as RM3 (Abdul-Jaleel et al., TREC 2004). The vector
 * moves by Rocchio's formula (1971) without negative examples. Fed by its own ranking alone, an index drifts. Fed by the
 * fused ranking, each index learns from the results of the other.
 *
 * Without a keyword index (`terms` of the passages null) only the vector moves, without vectors only terms are added,
 * and without passages the query stays as it is.
 *
 * @param passages of the first round, best first
 * @param documentFrequency share of the collection's chunks with the term, 0–1; terms that it lacks are not added
 * @throws RangeError when a setting is out of range, a score is not finite, or vectors differ in length
 */
export function relevanceFeedback(
  query: SearchQuery,
  passages: readonly FeedbackPassage[],
  documentFrequency: ReadonlyMap<string, number>,
  settings: FeedbackSettings = DEFAULT_FEEDBACK,
): FeedbackQuery {
  assertInRange(settings);
  const believed = passages.slice(0, settings.passages);
  const shares = feedbackShares(believed, settings.temperature);
  const added = addedTerms(estimateFeedbackTerms(believed, shares), documentFrequency, settings);
  const length = query.terms.reduce((sum, { weight }) => sum + weight, 0);
  const step = settings.vectorWeight / (settings.vectorOffset + length);
  const moved = query.vector && moveTowards(query.vector, believed, shares, step);
  return {
    terms: addWeights(query.terms, added),
    vector: moved ?? query.vector,
    passages: shares,
    added,
    step: moved ? step : 0,
  };
}

function addedTerms(
  estimates: readonly FeedbackTerm[],
  documentFrequency: ReadonlyMap<string, number>,
  { maxDocumentFrequency, terms, termWeight, weightStep }: FeedbackSettings,
): FeedbackQuery['added'] {
  const chosen = estimates
    .filter(({ term }) => (documentFrequency.get(term) ?? Infinity) <= maxDocumentFrequency)
    .slice(0, terms);
  const total = chosen.reduce((sum, { estimate }) => sum + estimate, 0);
  return chosen
    .map((term) => ({ ...term, weight: weightStep * Math.round((termWeight * (term.estimate / total)) / weightStep) }))
    .filter(({ weight }) => weight > 0);
}

function addWeights(own: readonly WeightedTerm[], added: readonly WeightedTerm[]): WeightedTerm[] {
  const weights = new Map(own.map(({ term, weight }) => [term, weight]));
  for (const { term, weight } of added) weights.set(term, (weights.get(term) ?? 0) + weight);
  return [...weights].map(([term, weight]) => ({ term, weight }));
}

/** @returns null when no passage has a vector, or the sum has no direction */
function moveTowards(
  vector: Float32Array,
  passages: readonly FeedbackPassage[],
  shares: readonly FeedbackShare[],
  step: number,
): Float32Array | null {
  if (!passages.some((passage) => passage.vector)) return null;
  const moved = Float64Array.from(vector);
  for (const [index, { id, vector: passage }] of passages.entries()) {
    if (!passage) continue;
    if (passage.length !== vector.length) {
      throw new RangeError(`feedback passage "${id}" has ${passage.length} dimensions, the query ${vector.length}`);
    }
    const share = step * (shares[index]?.share ?? 0);
    for (let i = 0; i < moved.length; i++) moved[i] = (moved[i] ?? 0) + share * (passage[i] ?? 0);
  }
  const norm = Math.sqrt(moved.reduce((sum, value) => sum + value * value, 0));
  return norm > 0 ? Float32Array.from(moved, (value) => value / norm) : null;
}

function assertInRange(settings: FeedbackSettings): void {
  const { vectorOffset, weightStep, ...rest } = settings;
  for (const [name, value] of Object.entries({ vectorOffset, weightStep }))
    if (!(value > 0)) throw new RangeError(`${name} must be above 0, got ${value}`);
  for (const [name, value] of Object.entries(rest)) {
    if (!(value >= 0)) throw new RangeError(`${name} must not be negative, got ${value}`);
  }
}
