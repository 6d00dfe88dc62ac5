import { anyOf, AUXILIARIES, CONTRACTED_NOT, DETERMINERS, QUESTION_WORDS, SUBJECT_PRONOUNS } from '@arbiter/english';
import { type Span, STOP_WORDS } from '@arbiter/text';

const AUXILIARY = anyOf(AUXILIARIES, ['need']);
/** Words before the auxiliary: "If I lose my card, can I …", "And is there …", "In winter, does it …". */
const LEAD = String.raw`(?:(?:(?:if|when|while|once|after|before|in|on|at|during|with|without|as|for|from|under)\s[^,?]{1,120},\s*)|(?:and|but|so|also|then|ok|okay|well|hi|hello|hey|please)[,\s]+|(?:tell\s+me|i\s+wonder|quick\s+question)[,:]\s*){0,3}`;
const BEGINS = new RegExp(String.raw`^\s*${LEAD}(?:${AUXILIARY}|(?<contracted>${CONTRACTED_NOT}))\s+\S`, 'iu');
/** A polite frame around another question, whose own form is asked for. */
const FRAME =
  /^\s*(?:(?:can|could|would|will)\s+(?:you|anyone|somebody|someone)(?:\s+please)?(?:\s+kindly)?\s+(?:tell|say|explain|list|name|give|show|describe|compare|summari[sz]e|find|define|help|let|quote|write|recommend|suggest|count|compute|calculate)|(?:do|does|did|would)\s+(?:you|anyone|somebody|someone|we)\s+(?:happen\s+to\s+)?(?:know|remember|recall|have\s+any\s+idea)|(?:may|can|could)\s+i\s+(?:ask|know)|is\s+(?:it|there)\s+(?:known|clear|any\s+word))\b/i;
const FRAMED_WHETHER =
  /\b(?:tell|say|know|ask|remember|recall|wonder|clear|known|check|confirm)\s+(?:\p{L}+\s+)?(?:if|whether)\b/iu;
const WHETHER = /^\s*(?:(?:and|so)\s+)?(?:whether|is\s+it\s+(?:true|right|correct)\s+that)\b/i;
/** A second question that is not of yes and no: "Can it be opened, and how is it done?". */
const ASKS_MORE = new RegExp(String.raw`\b(?:and|but)\s+(?:if so,?\s+)?${anyOf(QUESTION_WORDS)}\b`, 'i');
const ASKS_WORD = new RegExp(String.raw`\b${anyOf(QUESTION_WORDS)}\b`, 'i');
/** Names two things of which one is to be chosen. These do not: "or not", "one or two", "or more". */
const ALTERNATIVE =
  /(?<!\b(?:one|two|three|four|five|six|seven|eight|nine|\d{1,20}))(?<!\s)\s+or\s+(?!(?:not|no|so|more|less|fewer|older|younger|later|earlier|above|below|over|under|otherwise|else|any|anything|anyone|something|someone|similar|both)\b)/i;
const TAG = new RegExp(
  String.raw`,\s*(?:${CONTRACTED_NOT}|${AUXILIARY})\s+${anyOf(SUBJECT_PRONOUNS, ['there', 'that'])}\s*\?\s*$`,
  'i',
);
const TAGGED = /,\s*(?:right|correct|no|yes|or\s+not|true)\s*\?\s*$/i;
const STATEMENT = new RegExp(
  String.raw`^\s*(?:${anyOf(DETERMINERS, SUBJECT_PRONOUNS, ['there', 'all', 'every', 'no'])}|\p{Lu}\p{L}+)\s[^?]*\b${AUXILIARY}\b[^?]*\?\s*$`,
  'iu',
);
/** Two questions, a choice, or a second question that is not of yes and no. */
const OTHERWISE = [/\?\s*\S.*\?/s, ALTERNATIVE, ASKS_MORE];
const INNER_NOT = /\b(?:not|never|no longer)\b(?!\s+only)/i;

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

/** Yes or no, as far as the form of the question goes. */
interface YesNoForm {
  /** "Isn't the ferry closed?": by its form it expects yes, and "yes" affirms what stands without the "not". */
  readonly expectsYes: boolean;
  /** "Is smoking not allowed?": "yes" and "no" would each be read both ways. */
  readonly isNegated: boolean;
}

/**
 * Whether a question is answered with yes or no. One that offers a choice ("red or blue?") is not, nor is one in a polite
 * frame that asks for something else ("Can you tell me when …").
 */
export function isYesNoQuestion(question: string): boolean {
  return yesNoFormOf(question) !== null;
}

/** @returns null where the question is not answered with yes or no */
function yesNoFormOf(question: string): YesNoForm | null {
  const asksWhether = FRAMED_WHETHER.test(question);
  if (OTHERWISE.some((form) => form.test(question)) || (!asksWhether && FRAME.test(question))) return null;
  const begins = BEGINS.exec(question);
  if (begins || asksWhether || WHETHER.test(question)) {
    return { expectsYes: begins?.groups?.contracted !== undefined, isNegated: INNER_NOT.test(question) };
  }
  const isTagged = TAG.test(question) || TAGGED.test(question);
  if (!isTagged && (!STATEMENT.test(question) || ASKS_WORD.test(question))) return null;
  const stated = question.replace(TAG, '');
  return { expectsYes: isTagged, isNegated: INNER_NOT.test(stated) || /\p{L}n['’]t\b/u.test(stated) };
}
