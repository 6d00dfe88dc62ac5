import { Turns } from '@arbiter/adapter-kit/resilience';
import type { KeywordIndex } from '@arbiter/ports';
import { CompoundWords, type RelatedTerm } from '@arbiter/text';
import type { SearchQuery } from '@arbiter/fusion';
import { valueIfMissing, type IndexCalls } from '../calls/index-calls.js';
import type { SearchTarget } from './search-target.js';

/** By term of the query. */
export type RelatedByTerm = ReadonlyMap<string, readonly RelatedTerm[]>;

/** Weights are whole multiples, which an index can count as repeated terms (see `FeedbackSettings.weightStep`). */
const WEIGHT_STEP = 1 / 4;
const NONE: RelatedByTerm = new Map();

/** Compounds and parts of a query's words, among the words of the collection that is searched. */
export class RelatedWords {
  /** A vocabulary that has changed is another one. */
  private readonly known = new WeakMap<ReadonlyMap<string, number>, CompoundWords>();

  constructor(private readonly keywordIndex: Pick<KeywordIndex, 'vocabulary'>) {}

  /**
   * @param terms of the query
   * @param calls holds the failure of an index
   * @returns none where the language writes parts apart, or the index cannot list its terms
   * @throws the signal's reason
   */
  async of(
    terms: readonly string[],
    target: SearchTarget,
    calls: IndexCalls,
    signal: AbortSignal,
  ): Promise<RelatedByTerm> {
    const { links } = target.analyser;
    if (links === undefined || terms.length === 0 || !this.keywordIndex.vocabulary) return NONE;
    const shares = await calls
      .apart()
      .ask(
        'keyword',
        target,
        async (limited) =>
          this.keywordIndex.vocabulary?.(target.index, limited).catch(valueIfMissing<null>(null)) ?? null,
      );
    if (!shares) return NONE;
    const turns = new Turns(signal);
    const stem = (word: string): string => target.analyser.analyse(word)[0] ?? word;
    const words = this.known.get(shares) ?? (await turns.through(CompoundWords.reading(shares, { links, stem })));
    this.known.set(shares, words);
    return turns.through(words.relating(terms));
  }
}

/**
 * A query with what stands for its terms in part.
 *
 * @returns the query itself where nothing is related
 */
export function withRelated(query: SearchQuery['terms'], related: RelatedByTerm): SearchQuery['terms'] {
  if (related.size === 0) return query;
  const weights = new Map(query.map(({ term, weight }) => [term, weight]));
  for (const { term, weight } of query)
    for (const of of related.get(term) ?? []) {
      const added = Math.max(1, Math.round((weight * of.weight) / WEIGHT_STEP)) * WEIGHT_STEP;
      weights.set(of.term, (weights.get(of.term) ?? 0) + added);
    }
  return [...weights].map(([term, weight]) => ({ term, weight }));
}
