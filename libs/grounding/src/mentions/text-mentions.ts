import { datesIn, namesIn, numbersIn, type DateMention, type NameMention, type NumberMention } from '@arbiter/text';
import { readWords, type Word } from '../passages/read-words.js';
import { rarityOfStem, UNCOMMON } from '../rarity/background-rarity.js';
import { negatorsIn, type Negator } from './negators-in.js';

/** What a text states that can be compared one by one. */
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

/** Open sentences like a name, and stand for no one in particular, or are adverbs or conjunctions. */
const NO_NAME = /^(?:(?:no|some|any|every)(?:body|thing|one|where)|till|whilst|whereas|amid(?:st)?|hence)$/i;

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
