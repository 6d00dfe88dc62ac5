import { EDGE, languageModel } from './language-models.js';
import { foldLetter, Kind, kindOf, scriptOf } from './text-units.js';

/**
 * A decoded text, taken apart once to be judged in many languages. Costs are bits, the negative binary logarithm of a
 * probability: the fewer, the likelier has the text been meant. Those of two readings of the same bytes compare: 10 bits are a
 * thousand to one.
 *
 * Letters cost what the language's pairs of letters say (a bigram model with back-off; Jurafsky and Martin, Speech and Language
 * Processing, chapter 3). The other figures are ours: what a text of no language holds (controls, private use, scripts
 * mixed within a word, capitals behind small letters, symbols within words, pieces of boxes) costs more than any letter.
 */
export interface TextSample {
  readonly text: string;
  /** What it costs in any language: all but letters and ideographs. */
  readonly fixedBits: number;
  readonly words: readonly Word[];
  readonly ideographs: readonly number[];
  /** Signs within words, odd ones at their ends, and broken characters. */
  readonly oddities: number;
}

interface Word {
  /** Code units, as `foldLetter` gives them. */
  readonly letters: readonly number[];
  readonly isAscii: boolean;
  /** By language, as far as it has been judged. */
  readonly bits: Map<string, number>;
}

/** Words that the readings of the same bytes share, each judged once for each language. */
export type WordPool = Map<string, Word>;

export interface Verdict {
  readonly bits: number;
  /** Whether no text of the language looks so, in any encoding. */
  readonly isStrange: boolean;
}

const BROKEN = 24;
const FOREIGN_LETTER = 14;
const SCRIPT_WITHIN_WORD = 10;
const SYMBOL_AT_LETTER = 4;
const MARK_WITHIN_WORD = 6;
const OTHER_SYMBOL = 13;
const BOX = 16;
const SAME_BOX = 2;
/** A word of ASCII alone may be English in every language. */
const ENGLISH_WORD = 1;

/** Means of a word beyond ASCII, for each letter, and of ideographs above which a text is strange. */
const STRANGE_LETTERS = 7;
const STRANGE_IDEOGRAPHS = 14.5;
/** Of fewer, a mean tells nothing. */
const LEAST_JUDGED = 4;
/** Share of words beyond ASCII with a sign in their middle. */
const STRANGE_ODDITIES = 0.25;

const costsOf = (signs: string, cost: number): [number, number][] =>
  Array.from(signs, (each) => [each.charCodeAt(0), cost]);
const SIGNS = new Map([
  ...costsOf('–—’“”„«»…•·\u00a0', 8),
  ...costsOf('‘‚¡¿‹›‐‑−\u00ad\u200c', 9),
  ...costsOf('€£§°©®™№½¼¾²³±×µ´ªº÷¥¢¶', 10),
]);
/** What stands within words: apostrophes, dots, hyphens and joiners. */
const JOINERS: ReadonlySet<number> = new Set(Array.from('’·‐‑–—\u00ad\u200c', (each) => each.charCodeAt(0)));

/** @param last the character before it @param isWithin between two letters */
function isOddSign(
  unit: number,
  place: { readonly kind: Kind; readonly last: number; readonly isWithin: boolean },
): boolean {
  const { kind, last, isWithin } = place;
  const isStuck = kind === Kind.Box || (kind === Kind.Symbol && !SIGNS.has(unit));
  // Half-width kana stand beside each other, seldom behind small Latin letters.
  const isKanaAtLatin = unit >= 0xff61 && unit <= 0xff9f && last >= 0x61 && last <= 0x7a;
  return (
    isKanaAtLatin ||
    (isWithin && (kind === Kind.Symbol || (kind === Kind.Mark && !JOINERS.has(unit)))) ||
    (isStuck && kindOf(last) === Kind.Letter)
  );
}

/** @param text decoded from a sample @param pool of all readings of the same bytes */
export function takeApart(text: string, pool: WordPool): TextSample {
  const words: Word[] = [];
  const ideographs: number[] = [];
  let fixedBits = 0;
  let oddities = 0;
  let word: number[] = [];
  let last = 0x20;
  const endWord = (): void => {
    if (word.length === 0) return;
    fixedBits += caseCost(word) + scriptCost(word);
    const letters = word.map(foldLetter);
    const key = String.fromCharCode(...letters);
    let known = pool.get(key);
    if (!known) pool.set(key, (known = { letters, isAscii: word.every((each) => each < 0x80), bits: new Map() }));
    words.push(known);
    word = [];
  };
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const kind = kindOf(unit);
    if (kind === Kind.Letter) word.push(unit);
    else {
      const isWithin = word.length > 0 && kindOf(text.charCodeAt(at + 1)) === Kind.Letter;
      endWord();
      if (kind === Kind.Ideograph) ideographs.push(unit);
      else fixedBits += costOf(unit, kind, last);
      const isOdd = isOddSign(unit, { kind, last, isWithin });
      if (isOdd) fixedBits += MARK_WITHIN_WORD;
      if (isOdd || kind === Kind.Broken) oddities++;
      // A pair of surrogates is one character.
      if (kind === Kind.Surrogate) at++;
    }
    if (kind === Kind.Letter && kindOf(last) === Kind.Symbol) fixedBits += SYMBOL_AT_LETTER;
    last = unit;
  }
  endWord();
  return { text, fixedBits, words, ideographs, oddities };
}

function costOf(unit: number, kind: Kind, last: number): number {
  switch (kind) {
    case Kind.Blank:
      return 3;
    case Kind.Ascii:
      return 5;
    case Kind.Mark:
      return SIGNS.get(unit) ?? OTHER_SYMBOL;
    case Kind.Surrogate:
      return BOX;
    case Kind.Symbol:
      return (SIGNS.get(unit) ?? OTHER_SYMBOL) + (kindOf(last) === Kind.Letter ? SYMBOL_AT_LETTER : 0);
    case Kind.Box:
      return last === unit ? SAME_BOX : BOX;
    default:
      return BROKEN;
  }
}

/**
 * @param language of `LETTER_PAIRS` or `FREQUENT_CHARACTERS`
 * @param limit bits beyond which the text is not judged on
 */
export function judgeSample(sample: TextSample, language: string, limit = Infinity): Verdict {
  const model = languageModel(language);
  let bits = sample.fixedBits;
  const [foreign, ideographs] = [new Mean(), new Mean()];
  let foreignWords = sample.ideographs.length / 2;
  for (const word of sample.words) {
    if (bits > limit) break;
    const own = wordCost(word, language);
    bits += word.isAscii ? Math.min(own, ENGLISH_WORD + wordCost(word, 'en')) : own;
    if (word.isAscii) continue;
    foreign.add(own, word.letters.length);
    foreignWords++;
  }
  for (const each of sample.ideographs) {
    if (bits > limit) break;
    const cost = model.characterCost(each);
    bits += cost;
    ideographs.add(cost, 1);
  }
  const isStrange =
    foreign.value > STRANGE_LETTERS ||
    ideographs.value > STRANGE_IDEOGRAPHS ||
    sample.oddities > STRANGE_ODDITIES * (foreignWords + sample.oddities);
  return { bits, isStrange };
}

class Mean {
  private sum = 0;
  private count = 0;

  add(cost: number, count: number): void {
    this.sum += cost;
    this.count += count;
  }

  get value(): number {
    return this.count < LEAST_JUDGED ? 0 : this.sum / this.count;
  }
}

function wordCost(word: Word, language: string): number {
  const known = word.bits.get(language);
  if (known !== undefined) return known;
  const model = languageModel(language);
  let bits = 0;
  let before = EDGE;
  for (const each of word.letters) {
    bits += model.pairCost(before, each) ?? FOREIGN_LETTER;
    before = each;
  }
  bits += model.pairCost(before, EDGE) ?? 0;
  word.bits.set(language, bits);
  return bits;
}

function scriptCost(word: readonly number[]): number {
  let bits = 0;
  let script = -1;
  for (const each of word) {
    const own = scriptOf(each);
    if (script !== -1 && own !== -1 && own !== script) bits += SCRIPT_WITHIN_WORD;
    if (own !== -1) script = own;
  }
  return bits;
}

/** Small words are usual, a capital may begin one, and all may be capitals; a capital behind a small letter is rare. */
function caseCost(word: readonly number[]): number {
  let bits = 0;
  let capitals = 0;
  let smalls = 0;
  for (const unit of word) {
    const each = String.fromCharCode(unit);
    const isUpper = each !== each.toLowerCase();
    if (!isUpper && each === each.toUpperCase()) continue;
    if (capitals + smalls === 0) bits += isUpper ? 2 : 0.4;
    else if (isUpper) bits += smalls > 0 ? 7 : 0.6;
    else bits += capitals > 1 && smalls === 0 ? 4 : 0.2;
    if (isUpper) capitals++;
    else smalls++;
  }
  return bits;
}
