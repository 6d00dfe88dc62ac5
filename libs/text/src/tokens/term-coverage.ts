import { questionTerms } from '../questions/question-terms.js';
import { cutUnspaced } from './cut-unspaced.js';
import { terms, type Term } from './terms.js';

/**
 * How much of a query each passage covers, rare terms counting more.
 *
 * A term's weight is its inverse document frequency among the passages themselves, ln((N + 1) / (df + 0.5)): what
 * every candidate holds says little about any of them, and what none holds weighs most.
 */
export class TermCoverage {
  private readonly queryTerms: readonly string[];
  private readonly passageTerms: readonly ReadonlySet<string>[];
  private readonly weights: ReadonlyMap<string, number>;

  constructor(query: string, passages: readonly string[]) {
    this.queryTerms = [...new Set(comparable(questionTerms(query)))];
    this.passageTerms = passages.map((passage) => new Set(comparable(terms(passage))));
    const size = passages.length;
    this.weights = new Map(
      this.queryTerms.map((term) => {
        const frequency = this.passageTerms.filter((held) => held.has(term)).length;
        return [term, Math.log((size + 1) / (frequency + 0.5))];
      }),
    );
  }

  /** @returns 0–1; 0 when the query has no terms */
  of(index: number): number {
    const held = this.passageTerms[index];
    if (!held) throw new RangeError(`there is no passage ${index}`);
    let covered = 0;
    let total = 0;
    for (const term of this.queryTerms) {
      const weight = Math.max(0, this.weights.get(term) ?? 0);
      total += weight;
      if (held.has(term)) covered += weight;
    }
    return total === 0 ? 0 : covered / total;
  }
}

/** In Japanese it writes endings and particles, which elsewhere are stop words. */
const HIRAGANA = /\p{Script=Hiragana}/u;

/**
 * A run of a script without spaces is hardly ever the same in two texts: its parts are compared, those that carry a
 * subject where there are any.
 */
function comparable(found: readonly Term[]): string[] {
  const parts = found.flatMap(({ term }) => cutUnspaced(term));
  const subject = parts.filter((part) => !HIRAGANA.test(part));
  return subject.length > 0 ? subject : parts;
}
