import { anyOf, AUXILIARIES, baseOfThird, BE, isVerb } from '@arbiter/english';
import { tokenize } from '@arbiter/text';
import type { Exchange } from './exchange.js';
import { nounPhrasesIn } from './noun-phrases.js';

/** A preposition that the old question word has left behind: "where does it leave |from". */
const STRANDED = /(?<!\s)\s+(?:from|to|at|in|on|by|with)$/i;
/** "The stair |is |closed". */
const STATED = new RegExp(String.raw`^(\S+(?:\s+\S+){0,5}?)\s+(${anyOf(AUXILIARIES)})\s+(\S.*)$`);
/** Auxiliaries further in belong to a clause inside. */
const FURTHEST_AUXILIARY = 4;

/**
 * The last question, asked for something else: "By whom?" after "When was it besieged?" → "By whom was it besieged?". "Why?"
 * asks for the reason of what was answered. Where the last question asks for its subject, both are put together: "Who won
 * it, and against whom?".
 *
 * @param wh "why not", "by whom", "who else"; "why is that"
 */
export function askAgain(wh: string, { question, answer }: Exchange): string {
  const asked = /^(?:why (?:is|so)|how come)/i.test(wh) ? 'Why' : capitalised(wh);
  const whole = question.replace(/(?<![\s?.!])[\s?.!]+$/, '');
  const both = `${whole}, and ${wh.toLowerCase()}?`;
  const statement = /^why/i.test(asked) ? invertedStatement(answer, /not/i.test(asked)) : null;
  if (statement !== null) return `Why ${statement}?`;

  const tokens = tokenize(whole);
  const words = tokens.map(({ text }) => text.toLowerCase());
  // "Where does he live, and since when?": without the place, it would be asked since when he is alive.
  if (words[0] === 'where' && /^since\b/i.test(asked)) return both;
  const auxiliary = words.findIndex((word) => AUXILIARIES.has(word));
  if (auxiliary === -1 || auxiliary > FURTHEST_AUXILIARY || asksForSubject(words, auxiliary)) return both;
  const rest = whole.slice(tokens[auxiliary]?.start ?? 0);
  return `${asked} ${(auxiliary === 0 ? lowerFirst(rest) : rest).replace(STRANDED, '')}?`;
}

/** "Who is the mayor", "Who built it": nothing follows the auxiliary that could be asked about otherwise. */
function asksForSubject(words: readonly string[], auxiliary: number): boolean {
  return auxiliary > 0 && words[0] === 'who' && BE.has(words[auxiliary] ?? '');
}

/** "The stair is closed." → "is the stair closed"; "A dog costs 9 euros." → "does a dog cost 9 euros". */
function invertedStatement(answer: string, isNegated: boolean): string | null {
  const [sentence = '', another] = answer.split(/(?<=[.!?])\s+/);
  if (another !== undefined) return null;
  const stated = sentence.replace(/[.!?]$/, '');
  return (isNegated ? null : withDo(stated)) ?? withAuxiliary(stated, isNegated);
}

function withDo(statement: string): string | null {
  const subject = nounPhrasesIn(statement)[0];
  const [verb = '', ...rest] = statement
    .slice(subject?.end ?? 0)
    .trim()
    .split(/\s+/);
  if (subject?.start !== 0 || AUXILIARIES.has(verb) || !/[^s]s$/.test(verb) || !isVerb(verb)) return null;
  return `does ${inside(subject.text)} ${[baseOfThird(verb), ...rest].join(' ')}`;
}

function withAuxiliary(statement: string, isNegated: boolean): string | null {
  const match = STATED.exec(statement);
  const [, subject = '', verb = '', rest = ''] = match ?? [];
  if (!match || /^(?:he|she|they|this|that|there)$/i.test(subject)) return null;
  if (isNegated && !`${verb} ${rest}`.includes('not')) return null;
  return `${verb} ${inside(subject)} ${rest}`;
}

/** A subject as it stands inside a sentence: only a name keeps its capital. */
function inside(subject: string): string {
  const isName = nounPhrasesIn(`of ${subject}`)[0]?.named ?? false;
  return isName && !/^(?:the|an?)\b/i.test(subject) && !/^\p{L}+$/u.test(subject) ? subject : lowerFirst(subject);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
