import { stem, type NumberMention, type Span } from '@arbiter/text';
import type { TextMentions } from '../mentions/text-mentions.js';
import { boundOf } from './bounds.js';

const OFTEN: ReadonlyMap<number, string> = new Map(['once', 'twice', 'thrice'].map((word, i) => [i + 1, stem(word)]));
const TIMES = stem('times');
/** "one in three" is a third, and no count of three. */
const SHARE = /\b(?:one|1) (?:in|out of) (?:every )?$/i;
const SHARE_REACH = 20;

/** Whether a number of a claim needs no equal one in a sentence to agree with it. */
export function isReadOtherwise({ text }: TextMentions, number: NumberMention, sentence: TextMentions): boolean {
  return (
    saysHowOften(number, sentence.stems) ||
    isPartOfName(text, number) ||
    SHARE.test(text.slice(Math.max(0, number.start - SHARE_REACH), number.start)) ||
    isWithinBound(text, number, sentence.numbers)
  );
}

/** Whether what is counted stands right after a number, as a plural or as a single one, and not how it is. */
export function countsThings({ words }: TextMentions, { end, head, unit, value, kind }: NumberMention): boolean {
  const at = words.findIndex(({ start }) => start >= end);
  const [next, beyond] = [words[at], words[at + 1]];
  if (next?.stem !== head || next.start - end > 1) return false;
  return unit !== null || /[^s]s$/.test(next.form) || (value === 1 && kind === 'cardinal' && beyond?.content !== true);
}

/** Whether a number says how often: "two times". */
export function isTimes({ head }: NumberMention): boolean {
  return head === TIMES;
}

/** @returns the word that says how often without a number, such as "twice"; undefined where there is none */
export function oftenIn({ words }: TextMentions): string | undefined {
  return words.find(({ stem: own }) => [...OFTEN.values()].includes(own))?.form;
}

/** "Two times" is "twice". */
function saysHowOften(number: NumberMention, sentence: ReadonlySet<string>): boolean {
  return isTimes(number) && sentence.has(OFTEN.get(number.value) ?? '');
}

/** "kinesin-8" counts nothing. */
function isPartOfName(text: string, { start }: Span): boolean {
  return /\p{L}[-‐]$/u.test(text.slice(Math.max(0, start - 2), start));
}

/** "More than 50 %" where the source says 89 %. */
function isWithinBound(text: string, number: NumberMention, others: readonly NumberMention[]): boolean {
  const { value, unit, head } = number;
  const bound = boundOf(text, number);
  const alike = others.filter((other) => other.unit === unit && (unit !== null || other.head === head));
  return bound !== null && alike.some((other) => (bound === 'least' ? other.value > value : other.value < value));
}
