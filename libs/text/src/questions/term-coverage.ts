import { carryOut, type Steps } from '../steps.js';
import { stem } from '../tokens/stem.js';
import { cutUnspaced, eachTerm, eachUnspacedPart, holdsUnspaced, type Term, terms } from '../tokens/terms.js';

/** Shares may be those among so many passages of a larger collection: a word that none holds is as rare as can be told. */
const SMALLEST_SAMPLE = 1_000;
/** Terms that are read in one step: a millisecond. */
const TERMS_A_STEP = 1_000;

/** In Japanese it writes endings and particles, which elsewhere are stop words. */
const HIRAGANA = /\p{Script=Hiragana}/u;

/**
 * Words that give a question its form but do not name its subject: no passage is expected to hold them. Stems are compared,
 * so that one form of each stands for all.
 */
const FORM_WORDS =
  'many much please give tell name list recite enumerate show say state explain describe know want like get got happen ' +
  'someone somebody anyone anybody nobody everyone thing exactly precisely currently now today nowadays actually really ' +
  'compare difference differ work kind sort make';
const FORM_TERMS: ReadonlySet<string> = new Set(FORM_WORDS.split(' ').map(stem));

/** A term of a query that passages may hold. */
export interface CoverageTerm {
  readonly term: string;
  /** As the query writes it, for an index whose terms are others. */
  readonly word: string;
}

/** The terms of a query that carry its subject, each once. */
export function coverageTerms(query: string): CoverageTerm[] {
  const found = comparable(
    questionTerms(query).map(({ term, start, end }) => ({ term, word: query.slice(start, end) })),
  );
  return [...new Map(found.map((one) => [one.term, one])).values()];
}

/**
 * Weight of a term: its inverse document frequency, ln((N + 1) / (df + 0.5)).
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
    return TermCoverage.amongHeld(
      query,
      passages.map((passage) => carryOut(readingHeldTerms(passage))),
    );
  }

  /** @param passages as the terms that they hold, see {@link readingHeldTerms} */
  static amongHeld(query: string, passages: readonly ReadonlySet<string>[]): TermCoverage {
    return new TermCoverage(
      new Map(
        coverageTerms(query).map(({ term }) => {
          const frequency = passages.filter((held) => held.has(term)).length;
          return [term, Math.max(0, Math.log((passages.length + 1) / (frequency + 0.5)))];
        }),
      ),
    );
  }

  /** @returns 0–1; 0 when the query has no terms */
  of(text: string): number {
    return this.total === 0 ? 0 : this.ofHeld(carryOut(readingHeldTerms(text)));
  }

  /** {@link of} a passage whose terms have been read. */
  ofHeld(held: ReadonlySet<string>): number {
    if (this.total === 0) return 0;
    let covered = 0;
    for (const [term, weight] of this.weights) if (held.has(term)) covered += weight;
    return covered / this.total;
  }
}

/** A term that stands for a word in part. */
export interface RelatedTerm {
  readonly term: string;
  /** 0–1, where the word itself has 1. */
  readonly weight: number;
}

/** {@link TermCoverage} in the terms of an analyser that stems in the language of its collection. */
export class AnalysedCoverage {
  private readonly total: number;

  /**
   * @param words of the query: index terms each of which stands for the word, those that stand for it in part, 0–1, and its
   *   weight, ≥ 0
   */
  constructor(
    private readonly words: readonly {
      readonly terms: readonly string[];
      readonly related: readonly RelatedTerm[];
      readonly weight: number;
    }[],
    private readonly analyse: (text: string) => readonly string[],
  ) {
    this.total = words.reduce((sum, { weight }) => sum + weight, 0);
  }

  /** @returns 0–1; 0 when the query has no terms */
  of(text: string): number {
    if (this.total === 0) return 0;
    const held = new Set(this.analyse(text));
    const covered = this.words.map(({ terms, related, weight }) => {
      if (terms.some((term) => held.has(term))) return weight;
      const share = related.reduce((sum, of) => sum + (held.has(of.term) ? of.weight : 0), 0);
      return Math.min(1, share) * weight;
    });
    return covered.reduce((sum, weight) => sum + weight, 0) / this.total;
  }
}

/** The terms of a passage in the form in which coverage compares them, each once. */
export function* readingHeldTerms(text: string): Steps<ReadonlySet<string>> {
  const isUnspaced = holdsUnspaced(text);
  const held = new Set<string>();
  const subject = new Set<string>();
  let read = 0;
  for (const { term } of eachTerm(text)) {
    for (const part of isUnspaced ? eachUnspacedPart(term) : [term]) {
      if (++read % TERMS_A_STEP === 0) yield;
      held.add(part);
      if (isUnspaced && !HIRAGANA.test(part)) subject.add(part);
    }
  }
  return subject.size > 0 ? subject : held;
}

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

/** The terms of a question that carry its subject matter; all of its terms where nothing would be left. */
export function questionTerms(question: string): Term[] {
  const all = terms(question);
  const subject = all.filter(({ term }) => !FORM_TERMS.has(term));
  return subject.length > 0 ? subject : all;
}
