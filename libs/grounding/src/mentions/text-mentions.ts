import {
  type DateMention,
  datesIn,
  deniesImplicitly,
  type NameMention,
  namesIn,
  negationsIn,
  type NumberMention,
  numbersIn,
} from '@arbiter/text';
import { readWords, type Word } from '../passages/read-words.js';
import { rarityOfStem, UNCOMMON } from '../rarity/background-rarity.js';

/** Open sentences like a name, and stand for no one in particular, or are adverbs or conjunctions. */
const NO_NAME = /^(?:(?:no|some|any|every)(?:body|thing|one|where)|till|whilst|whereas|amid(?:st)?|hence)$/i;

/** Words after a negation that it reaches. */
const REACH = 4;
/** Content words before one that nothing follows. */
const FEWEST = 2;
const ENDS_CLAUSE = /[,;:.–—]/;

/** "No more than three" is a bound, and denies nothing. */
const BOUND = /^not?\s+(?:more|less|fewer|greater)\s+than\b/i;
const BOUND_REACH = 20;

/** Statements of a text that can be compared one by one. */
export interface TextMentions {
  readonly text: string;
  readonly words: readonly Word[];
  readonly stems: ReadonlySet<string>;
  readonly numbers: readonly NumberMention[];
  readonly dates: readonly DateMention[];
  /** Also a single word at the head of the sentence that is no everyday word. */
  readonly names: readonly NameMention[];
  readonly negators: readonly Negator[];
}

export function mentionsIn(text: string, words: readonly Word[] = readWords(text)): TextMentions {
  const names = namesIn(text, { includeInitial: true }).filter(
    ({ initial, start, text: name }) =>
      !NO_NAME.test(name) && (!initial || isUncommon(words.find((word) => word.start === start))),
  );
  // "Never Shout Never" denies nothing.
  const isInName = ({ word }: Negator): boolean =>
    names.some(({ start, end }) => start <= (words[word]?.start ?? -1) && (words[word]?.start ?? -1) < end);
  return {
    text,
    words,
    stems: new Set(words.map(({ stem }) => stem)),
    numbers: numbersIn(text),
    dates: datesIn(text),
    names,
    negators: negatorsIn(text, words).filter((negator) => !isInName(negator)),
  };
}

function isUncommon(word: Word | undefined): boolean {
  return word !== undefined && word.content && rarityOfStem(word.stem) >= UNCOMMON;
}

/** A word that denies, by its index among the words of its text. */
export interface Negator {
  readonly word: number;
  /** Stems of the content words that it reaches; of those before it where none follows. */
  readonly scope: ReadonlySet<string>;
  /** Stems of the content words before it, of which something is denied. */
  readonly subject: ReadonlySet<string>;
}

/** Negations of a text in order, and words such as "lacks" and "fails" that deny what follows. */
function negatorsIn(text: string, words: readonly Word[]): Negator[] {
  const negations = negationsIn(text).filter(({ start }) => !BOUND.test(text.slice(start, start + BOUND_REACH)));
  const failsTo = (index: number): boolean =>
    /^fail(?:s|ed|ing)?$/.test(words[index]?.form ?? '') && words[index + 1]?.form === 'to';
  const indexes = words.flatMap(({ start, end, form }, index) =>
    deniesImplicitly(form) ||
    failsTo(index) ||
    negations.some((negation) => negation.start >= start && negation.end <= end)
      ? [index]
      : [],
  );
  return indexes.map((word) => {
    const after = words.slice(word + 1, word + 1 + REACH);
    const ends = after.findIndex(({ start }, index) =>
      ENDS_CLAUSE.test(text.slice((after[index - 1] ?? words[word])?.end, start)),
    );
    const scope = contentStems(ends < 0 ? after : after.slice(0, ends));
    const subject = contentStems(words.slice(Math.max(0, word - REACH), word));
    // "… and had no other": the denied words come before the negator.
    return { word, scope: scope.size > 0 ? scope : new Set([...subject].slice(-FEWEST)), subject };
  });
}

function contentStems(words: readonly Word[]): ReadonlySet<string> {
  return new Set(words.filter(({ content }) => content).map(({ stem }) => stem));
}
