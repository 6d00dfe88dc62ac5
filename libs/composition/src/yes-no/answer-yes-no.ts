import { STOP_WORDS, type Span } from '@arbiter/text';
import { yesNoFormOf } from './yes-no-question.js';

export interface YesNoAnswer {
  /** "Yes: the ferry runs at night." */
  readonly text: string;
  /** Where the sentence stands in the text, character for character but for the case of its first letter. */
  readonly quote: Span;
}

/**
 * Answers a yes-or-no question with the sentence that settles it. A question with "not" inside gets the sentence alone:
 * "yes" to "Is smoking not allowed?" would be read both ways.
 *
 * @param sentence of the source; not empty
 * @param verdict whether the sentence affirms what is asked, without the "n't" of "Isn't it …?"
 */
export function answerYesNo(question: string, sentence: string, verdict: 'yes' | 'no'): YesNoAnswer {
  const quoted = sentence.trim();
  if (yesNoFormOf(question)?.isNegated === true) return { text: quoted, quote: { start: 0, end: quoted.length } };
  const lead = verdict === 'yes' ? 'Yes: ' : 'No: ';
  return { text: lead + afterColon(quoted), quote: { start: lead.length, end: lead.length + quoted.length } };
}

/** A function word loses the capital of the sentence's head; any other may be a name. */
function afterColon(sentence: string): string {
  const first = /^[\p{L}'’]+/u.exec(sentence)?.[0] ?? '';
  const isFunctionWord = STOP_WORDS.has(first.toLowerCase()) && !/^I(?:['’]|$)/.test(first);
  const isPlain = /^\p{Lu}\p{Ll}*$/u.test(first) && !/^\s\p{Lu}{2}/u.test(sentence.slice(first.length));
  // Will Turner and May Teel are people.
  const isName = /^(?:Will|May)\s\p{Lu}/u.test(sentence);
  return isFunctionWord && isPlain && !isName ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence;
}
