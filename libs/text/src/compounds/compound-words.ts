import { LONGEST_WORD } from '../analysis/language-analyser.js';
import { rarityOf, type RelatedTerm } from '../questions/term-coverage.js';
import type { Steps } from '../steps.js';

/** In letters, of an index term: the stem of "Hafen" is "haf". */
const SHORTEST_TERM = 3;
/** In letters as they stand in a compound, its link included. Three begin and end too many words by chance: "Pal-ast". */
const SHORTEST_PART = 4;
/** A part beside letters that are no known word: "Stand" is none of "Verstand". */
const SHORTEST_LONE_PART = 5;
const MOST_PARTS = 4;
/** Words of a query whose compounds are looked for; a longer one says enough. */
const MOST_ASKED = 32;
/** Words with one beginning, or one end, that are looked through. */
const MOST_ALIKE = 50_000;
/** Of these, compounds of one word that are compared. */
const MOST_COMPARED = 500;
/** Compounds of one word: a query of seven words then has some fifty terms. */
const MOST_RELATED = 8;
/** Terms that are read in one step: a millisecond. */
const TERMS_A_STEP = 1_000;
const LETTERS = /^\p{L}+$/u;

/**
 * How much a compound counts beside the word that is asked for, by what its other part is: asked for as well, a word of the
 * collection, or nothing known. Chosen on the tuning half of tools/evaluate/compounds.
 */
const WEIGHTS = { asked: 1, known: 0.5, unknown: 0.25 } as const;
/** A part counts so much beside its compound. */
const PART_WEIGHT = 0.5;

/** How a language makes one word of two. */
export interface CompoundRules {
  /** Letters between two parts: "Lizenz-s-gebühr". */
  readonly links: readonly string[];
  /** The index term of a word. */
  readonly stem: (word: string) => string;
}

interface Split {
  readonly parts: readonly string[];
  readonly logarithms: number;
}

/**
 * Which terms of a collection hold a word as a part, and of which parts a word is made. What is a word, the collection
 * knows: it needs no dictionary. A word is split where the geometric mean of its parts' frequencies is highest, unless it is
 * more frequent itself (Koehn and Knight, "Empirical Methods for Compound Splitting", EACL 2003).
 */
export class CompoundWords {
  /** By their first letters, and by their last. */
  private readonly beginning = new Map<string, string[]>();
  private readonly ending = new Map<string, string[]>();

  private constructor(
    private readonly shares: ReadonlyMap<string, number>,
    private readonly rules: CompoundRules,
  ) {}

  /** @param shares of the collection's passages that hold a term, above 0 to 1, by term */
  static *reading(shares: ReadonlyMap<string, number>, rules: CompoundRules): Steps<CompoundWords> {
    const made = new CompoundWords(shares, rules);
    let read = 0;
    for (const term of shares.keys()) {
      if (++read % TERMS_A_STEP === 0) yield;
      if (term.length < SHORTEST_TERM + SHORTEST_PART || !isWord(term)) continue;
      add(made.beginning, term.slice(0, SHORTEST_TERM), term);
      add(made.ending, term.slice(-SHORTEST_TERM), term);
    }
    return made;
  }

  /**
   * @param asked index terms of a query
   * @returns by asked term, those that have any; each term is one of the collection, and no other form of the asked one
   */
  *relating(asked: readonly string[]): Steps<Map<string, RelatedTerm[]>> {
    const words = new Set([...new Set(asked)].filter(isWord).slice(0, MOST_ASKED));
    const related = new Map<string, RelatedTerm[]>();
    for (const word of words) {
      const terms = [...this.compoundsOf(word, words), ...this.partsOf(word)];
      if (terms.length > 0) related.set(word, terms);
      yield;
    }
    return related;
  }

  /** A rare compound of a common word counts no more than the word: together they are as common as they are together. */
  private compoundsOf(word: string, asked: ReadonlySet<string>): RelatedTerm[] {
    const weights = new Map<string, number>();
    const isLong = word.length >= SHORTEST_PART;
    for (const term of some(this.beginning.get(word.slice(0, SHORTEST_TERM)), (other) => other.startsWith(word))) {
      const rest = term.slice(word.length);
      const ends = this.rules.links.filter((link) => rest.startsWith(link)).map((link) => rest.slice(link.length));
      // Behind a short word, only a link tells another word from an ending: "Haf-en-stadt", "haf-tet".
      const known = isLong ? [rest, ...ends] : ends.filter((end) => end.length >= SHORTEST_PART);
      weights.set(term, this.weightOf(word, rest, { known, asked: [rest, ...ends].some((end) => asked.has(end)) }));
    }
    for (const term of some(this.ending.get(word.slice(-SHORTEST_TERM)), (other) => other.endsWith(word))) {
      const rest = term.slice(0, -word.length);
      const forms = this.formsOf(rest);
      const found = { known: isLong ? forms : [], asked: forms.some((form) => asked.has(form)) };
      weights.set(term, Math.max(this.weightOf(word, rest, found), weights.get(term) ?? 0));
    }
    const found = [...weights].filter(([term, weight]) => weight > 0 && term !== word);
    found.sort(([one, a], [other, b]) => b - a || this.shareOf(other) - this.shareOf(one) || (one < other ? -1 : 1));
    const taken = found.slice(0, MOST_RELATED);
    const family = taken.reduce((share, [term]) => share + this.shareOf(term), this.shareOf(word));
    const rarity = this.rarity(Math.min(1, family));
    return taken.map(([term, weight]) => ({
      term,
      weight: weight * Math.min(1, rarity / this.rarity(this.shareOf(term))),
    }));
  }

  /**
   * @param known what the rest may be as a word of the collection
   * @param asked whether it is another word of the query
   */
  private weightOf(
    word: string,
    rest: string,
    { known, asked }: { readonly known: readonly string[]; readonly asked: boolean },
  ): number {
    if (asked) return WEIGHTS.asked;
    if (rest.length < SHORTEST_PART) return 0;
    if (known.some((form) => this.isKnown(form))) return WEIGHTS.known;
    return word.length >= SHORTEST_LONE_PART ? WEIGHTS.unknown : 0;
  }

  private partsOf(word: string): RelatedTerm[] {
    const parts = this.split(word) ?? this.lonePart(word);
    return [...new Set(parts)].map((term) => ({ term, weight: parts.length > 1 ? PART_WEIGHT : WEIGHTS.unknown }));
  }

  /** The best split of each beginning is extended by a known word, to the end. */
  private split(word: string): readonly string[] | null {
    const best = new Map<number, Split>([[0, { parts: [], logarithms: 0 }]]);
    for (let end = SHORTEST_PART; end <= word.length; end++) {
      for (const [start, { parts, logarithms }] of best) {
        const isWhole = start === 0 && end === word.length;
        if (end - start < SHORTEST_PART || parts.length === MOST_PARTS || isWhole) continue;
        const piece = word.slice(start, end);
        const part = (end === word.length ? [piece] : this.formsOf(piece)).find((form) => this.isKnown(form));
        if (part === undefined) continue;
        const found = { parts: [...parts, part], logarithms: logarithms + Math.log(this.shareOf(part)) };
        const before = best.get(end);
        if (!before || meanOf(found) > meanOf(before)) best.set(end, found);
      }
    }
    const found = best.get(word.length);
    return found && meanOf(found) >= Math.log(this.shareOf(word)) ? found.parts : null;
  }

  /** The longest known word at the end, else at the beginning. */
  private lonePart(word: string): string[] {
    const isLone = (part: string): boolean => part.length >= SHORTEST_LONE_PART && this.isKnown(part);
    for (let cut = SHORTEST_PART; cut < word.length; cut++) if (isLone(word.slice(cut))) return [word.slice(cut)];
    for (let cut = word.length - SHORTEST_PART; cut > 0; cut--)
      if (isLone(word.slice(0, cut))) return [word.slice(0, cut)];
    return [];
  }

  /** A beginning as it may be a word: as it stands, without a link, by its stem. */
  private formsOf(beginning: string): string[] {
    const links = this.rules.links.filter((link) => beginning.endsWith(link));
    return [beginning, ...links.map((link) => beginning.slice(0, -link.length)), this.rules.stem(beginning)];
  }

  private isKnown(word: string): boolean {
    return word.length >= SHORTEST_TERM && this.shares.has(word);
  }

  private shareOf(term: string): number {
    return this.shares.get(term) ?? 0;
  }

  private rarity(share: number): number {
    return rarityOf(share, Infinity);
  }
}

function isWord(term: string): boolean {
  return term.length >= SHORTEST_TERM && term.length <= LONGEST_WORD && LETTERS.test(term);
}

/** As many as are compared. */
function some(terms: readonly string[] = [], isOne: (term: string) => boolean): string[] {
  const found: string[] = [];
  for (const term of terms) {
    if (isOne(term)) found.push(term);
    if (found.length === MOST_COMPARED) break;
  }
  return found;
}

function meanOf({ parts, logarithms }: Split): number {
  return logarithms / parts.length;
}

function add(terms: Map<string, string[]>, letters: string, term: string): void {
  const alike = terms.get(letters);
  if (!alike) terms.set(letters, [term]);
  else if (alike.length < MOST_ALIKE) alike.push(term);
}
