import { questionTerms } from '../questions/question-terms.js';
import { cutUnspaced, holdsUnspaced } from './cut-unspaced.js';
import { terms } from './terms.js';

/** A term of a query that passages may hold. */
export interface CoverageTerm {
  readonly term: string;
  /** As the query writes it, for an index whose terms are others. */
  readonly word: string;
}

/** Shares may be those among so many passages of a larger collection: a word that none holds is as rare as can be told. */
const SMALLEST_SAMPLE = 1_000;

/** The terms of a query that carry its subject, each once. */
export function coverageTerms(query: string): CoverageTerm[] {
  const found = comparable(
    questionTerms(query).map(({ term, start, end }) => ({ term, word: query.slice(start, end) })),
  );
  return [...new Map(found.map((one) => [one.term, one])).values()];
}

/**
 * What a term counts: its inverse document frequency, ln((N + 1) / (df + 0.5)).
 *
 * @param share of the passages that hold it, 0–1
 * @param passages of the collection, ≥ 0; above 1,000 more of them change nothing
 * @returns 0–7.6
 */
export function rarityOf(share: number, passages: number): number {
  const size = Math.min(passages, SMALLEST_SAMPLE);
  return Math.max(0, Math.log((size + 1) / (share * size + 0.5)));
}

/** How much of a query a passage covers, rare terms counting more: what every passage holds says little about any. */
export class TermCoverage {
  private readonly total: number;

  /** @param weights of the query's terms, ≥ 0 */
  constructor(private readonly weights: ReadonlyMap<string, number>) {
    this.total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  }

  /** With the terms' rarity among the passages themselves, ln((N + 1) / (df + 0.5)), where no index can tell it. */
  static among(query: string, passages: readonly string[]): TermCoverage {
    const held = passages.map(termsIn);
    return new TermCoverage(
      new Map(
        coverageTerms(query).map(({ term }) => {
          const frequency = held.filter((own) => own.has(term)).length;
          return [term, Math.max(0, Math.log((passages.length + 1) / (frequency + 0.5)))];
        }),
      ),
    );
  }

  /** @returns 0–1; 0 when the query has no terms */
  of(text: string): number {
    if (this.total === 0) return 0;
    const held = termsIn(text);
    let covered = 0;
    for (const [term, weight] of this.weights) if (held.has(term)) covered += weight;
    return covered / this.total;
  }
}

function termsIn(text: string): ReadonlySet<string> {
  if (!holdsUnspaced(text)) return new Set(terms(text).map(({ term }) => term));
  const found = terms(text).map(({ term, start, end }) => ({ term, word: text.slice(start, end) }));
  return new Set(comparable(found).map(({ term }) => term));
}

/** In Japanese it writes endings and particles, which elsewhere are stop words. */
const HIRAGANA = /\p{Script=Hiragana}/u;

/**
 * A run of a script without spaces is hardly ever the same in two texts: its parts are compared, those that carry a
 * subject where there are any.
 */
function comparable(found: readonly CoverageTerm[]): CoverageTerm[] {
  const parts = found.flatMap(({ term, word }) => {
    const cut = cutUnspaced(term);
    return cut.length === 1 ? [{ term, word }] : cut.map((part) => ({ term: part, word: part }));
  });
  const subject = parts.filter(({ term }) => !HIRAGANA.test(term));
  return subject.length > 0 ? subject : parts;
}
