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

/** Stand for no one in particular, and open sentences like a name. */
const INDEFINITE = /^(?:no|some|any|every)(?:body|thing|one|where)$/i;

export function mentionsIn(text: string, words: readonly Word[] = readWords(text)): TextMentions {
  return {
    text,
    words,
    stems: new Set(words.map(({ stem }) => stem)),
    numbers: numbersIn(text),
    dates: datesIn(text),
    names: namesIn(text, { includeInitial: true }).filter(
      ({ initial, start, text: name }) =>
        !INDEFINITE.test(name) && (!initial || isUncommon(words.find((word) => word.start === start))),
    ),
    negators: negatorsIn(text, words),
  };
}

function isUncommon(word: Word | undefined): boolean {
  return word !== undefined && word.content && rarityOfStem(word.stem) >= UNCOMMON;
}
