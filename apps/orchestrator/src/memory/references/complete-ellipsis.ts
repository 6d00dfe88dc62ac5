import { AUXILIARIES, isComparative, isVerb, PREPOSITIONS, QUESTION_WORDS } from '@arbiter/english';
import { tokenize } from '@arbiter/text';
import type { Exchange } from './exchange.js';
import { askAgain } from './ask-again.js';
import { joined, lastListOf } from './list-items.js';
import { mentionsOf, mentionsOfExchange, type Mention } from './mentions.js';
import { nounPhrasesIn } from './noun-phrases.js';
import { listExpressions } from './list-expressions.js';
import { ATTRIBUTES, isPersonNoun, KIN } from './words.js';

const LEAD = /^\s*(?:(?:and|but|so|then|ok|okay|or)\b[,\s]*)?(?:(?:what|how)\s+about\s+|and\s+)?/i;
const INTRODUCED = /^\s*(?:(?:and|but|or)\b|(?:and\s+)?(?:what|how)\s+about\b)/i;
/** "No, the Heron.", "Sorry, I meant for children.", "No, who built it?" */
const CORRECTION =
  /^\s*(?:(?:no|nope|sorry|pardon|oops|wait|actually)\b[,.!;]?\s+)*(?:(?:i|we)\s+(?:mean|meant)\b[,:]?\s+)?/i;
/** What may follow "No," as a thing; "No, thanks." names none. */
const NAMES_ANOTHER = /^(?:(?:the|an?)\s|\p{Lu}|\d)/u;
/** "Not students, apprentices." */
const NOT = /^\s*(?:no[,.]?\s+)?not\s+(?:(?:the|an?)\s+)?(?=\S)/i;
const BUT = /,\s*(?:but\b\s*)?|(?<!\s)\s+but\s+/i;
const MORE =
  /^\s*(?:please\s+)?(?:go\s+on|continue|tell\s+me\s+more|more(?:\s+details?)?(?:\s+please)?|explain(?:\s+(?:more|further))?|elaborate|anything\s+else)\s*(?:[.?!]+\s*)?$/i;
/** "Why?", "since when?", "by whom?", "how much?", "who else?": what is asked, and nothing of what. */
const BARE_WH =
  /^\s*(?:(?:and|but)\s+)?((?:(?:by|for|from|in|on|since|to|until|with|against|at|of|till)\s+)?(?:why(?:\s+not|\s+so(?:\s+\p{L}+)?)?|when|where|who(?:m)?|which|how(?:\s+(?:long|much|many|often|far|old|tall|big|heavy|so|come))?|what)(?:\s+(?:else|exactly))?|why\s+is\s+(?:that|this)(?:\s+so)?)\s*(?:[?.!]+\s*)?$/iu;
/** In words. */
const LONGEST_FRAGMENT = 8;
const CLOCK = /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|weekdays?|holidays|today|tomorrow)$/i;
const AMOUNT = /^\d[\d.,]*\s*\p{L}*$/u;
/**
 * Completes a fragment from the question before it: "And for children?", "What about the tower?", "And its height?",
 * "Why?", "Who else?", "Go on."
 *
 * @returns a whole question, in which pronouns may be left; null for anything else than a fragment
 */
export function completeEllipsis(question: string, exchanges: readonly Exchange[]): string | null {
  const last = exchanges.at(-1);
  if (!last) return null;
  const bare = BARE_WH.exec(question)?.[1];
  if (bare !== undefined) return askAgain(bare.trim(), last);
  if (MORE.test(question)) {
    const topic = topicOf(exchanges);
    return topic === null ? null : `Tell me more about ${topic}.`;
  }
  const exchanged = notButIn(question);
  if (exchanged) return corrected(exchanged.taken, exchanged.instead, last);
  const fragment = fragmentOf(question);
  return fragment === null ? null : complete(fragment, exchanges, last);
}

/** A question without the words that take back what was asked before it. */
export function withoutCorrection(question: string): string {
  return question.replace(CORRECTION, '');
}

function notButIn(question: string): { readonly taken: string; readonly instead: string } | null {
  const not = NOT.exec(question);
  if (!not) return null;
  const said = question.slice(not[0].length).replace(/(?<![\s?.!])[\s?.!]+$/, '');
  const but = BUT.exec(said);
  if (!but || but.index === 0 || but.index + but[0].length === said.length) return null;
  return { taken: said.slice(0, but.index), instead: said.slice(but.index + but[0].length) };
}

/** The last question with one thing for another; null where it does not hold the one that is taken back. */
function corrected(taken: string, instead: string, last: Exchange): string | null {
  const at = last.question.toLowerCase().indexOf(taken.toLowerCase());
  if (at === -1) return null;
  const said = /\bthe\s+$/i.test(last.question.slice(0, at)) ? instead.replace(/^the\s+/i, '') : instead;
  return last.question.slice(0, at) + said + last.question.slice(at + taken.length);
}

/** Topic of the whole session: the list of the last question, or its subject. */
function topicOf(exchanges: readonly Exchange[]): string | null {
  const last = exchanges.at(-1);
  const items = lastListOf(exchanges);
  if (last && items.length > 1 && items.every((item) => last.question.includes(item))) return joined(items);
  return mentionsOf(exchanges)[0]?.text ?? null;
}

/** @returns the fragment without "and", "what about"; null where the question has a verb of its own, or is no fragment */
function fragmentOf(question: string): string | null {
  const meant = withoutCorrection(question);
  const isCorrected = meant !== question && NAMES_ANOTHER.test(meant);
  const body = meant
    .replace(LEAD, '')
    .replace(/(?<![\s?.!])[\s?.!]+$/, '')
    .trim();
  const words = tokenize(body).map(({ text }) => text.toLowerCase());
  const [first = ''] = words;
  if (words.length === 0 || words.length > LONGEST_FRAGMENT || words.some(asksOrStates)) return null;
  if (INTRODUCED.test(question) || isCorrected)
    return words.length > 1 && isVerb(first) && !nounPhrasesIn(body)[0] ? null : body;
  if (PREPOSITIONS.has(first) && words.length <= 4) return body;
  return words.length === 1 && ATTRIBUTES.has(first) ? `its ${first}` : null;
}

function asksOrStates(word: string): boolean {
  return AUXILIARIES.has(word) || QUESTION_WORDS.has(word);
}

function complete(fragment: string, exchanges: readonly Exchange[], last: Exchange): string | null {
  const possessed = /^(?:its|his|her|their)\s+((?:\p{L}+\s+)?(\p{L}+))$/iu.exec(fragment);
  if (possessed) {
    const noun = (possessed[2] ?? '').toLowerCase();
    return `${KIN.has(noun) || isPersonNoun(noun) ? 'Who' : 'What'} ${noun.endsWith('s') ? 'are' : 'is'} ${fragment}?`;
  }
  const counted = listExpressions(`${fragment}?`, exchanges)[0];
  const [preposition, object] = prepositionOf(fragment);
  const said = counted ? fragment.slice(0, counted.start) + counted.referent : fragment;
  return substituteIn(last, said, preposition, counted ? counted.referent : object);
}

function prepositionOf(fragment: string): readonly [string | null, string] {
  const [first = '', ...rest] = fragment.split(/\s+/);
  return PREPOSITIONS.has(first.toLowerCase()) ? [first.toLowerCase(), rest.join(' ')] : [null, fragment];
}

/** The last question, with the fragment in place of the phrase that it contrasts with. */
function substituteIn(last: Exchange, fragment: string, preposition: string | null, object: string): string | null {
  const whole = last.question.replace(/(?<![\s?.!])[\s?.!]+$/, '');
  if (preposition !== null) {
    const phrase = nounPhrasesIn(whole).findLast(({ start }) => endsWithWord(whole.slice(0, start), preposition));
    return phrase
      ? `${whole.slice(0, phrase.start)}${object}${whole.slice(phrase.end)}?`
      : `${whole} ${preposition} ${object}?`;
  }
  if (isComparative(fragment.toLowerCase())) return swapComparative(whole, fragment.toLowerCase());
  if (CLOCK.test(fragment)) return `${withoutTime(whole)} on ${fragment}?`;
  const amount = AMOUNT.test(fragment) ? /\d[\d.,]*\s*(?:[a-z]{1,2}\b|%)?/i.exec(whole) : null;
  if (amount) return `${whole.slice(0, amount.index)}${fragment}${whole.slice(amount.index + amount[0].length)}?`;
  const contrasted = /^(?:an?|the)?\s*(\p{L}+)\s+ones?$/iu.exec(fragment);
  if (contrasted) return swapAdjective(whole, contrasted[1] ?? '');
  const swapped = swapAttribute(whole, fragment);
  if (swapped !== null) return swapped;
  const mentions = mentionsOfExchange(last).filter(({ from }) => from === 'question');
  const replaced = contrastOf(fragment, mentions, whole);
  if (!replaced) return null;
  const at = whole.indexOf(replaced.text);
  return `${whole.slice(0, at)}${fragment}${placeKept(fragment, replaced.text)}${whole.slice(at + replaced.text.length)}?`;
}

/** "And a bath?" after "a bed at the Drowned Heron" is one there. */
function placeKept(fragment: string, replaced: string): string {
  const [place = ''] = /(?<!\s)\s+(?:at|in|on|near)\s.*$/i.exec(replaced) ?? [];
  return /^(?:(?:an?|the)\s+)?\p{Ll}+$/u.test(fragment) ? place : '';
}

/** "And the age?" after "What is the height of the tower?". */
function swapAttribute(question: string, fragment: string): string | null {
  const head = fragment.toLowerCase().split(' ').at(-1) ?? '';
  const asked = nounPhrasesIn(question).find((phrase) => ATTRIBUTES.has(phrase.head) && phrase.of !== null);
  if (!ATTRIBUTES.has(head) || !asked) return null;
  const core = asked.text.slice(0, asked.text.indexOf(' of '));
  return `${question.slice(0, asked.start)}${fragment}${question.slice(asked.start + core.length)}?`;
}

/** The phrase of the last question that the fragment contrasts with: of the same head or kind, or its subject. */
function contrastOf(fragment: string, mentions: readonly Mention[], question: string): Mention | null {
  const held = mentions.filter(({ text }) => question.includes(text));
  const phrase = nounPhrasesIn(`of ${fragment}`)[0];
  const [firstWord = ''] = fragment.toLowerCase().split(' ');
  const sameHead = held.find(
    ({ head, text }) => head === phrase?.head || text.toLowerCase().startsWith(`${firstWord} `),
  );
  const isNamed = phrase?.named ?? /\p{Lu}/u.test(fragment);
  return (
    (/^(?:the|an?)$/.test(firstWord) ? null : sameHead) ??
    held.find(({ named }) => named === isNamed) ??
    held.at(isNamed ? -1 : 0) ??
    null
  );
}

/** "And cheaper?" after "Is the Marten or the Stoat lighter?". */
function swapComparative(question: string, comparative: string): string | null {
  const asked = tokenize(question).findLast(({ text }) => isComparative(text.toLowerCase()));
  return asked ? `${question.slice(0, asked.start)}${comparative}${question.slice(asked.end)}?` : null;
}

/** "and the blue one?" after "What does the red lamp mean?", "and a double one?" after "What does a stall cost?". */
function swapAdjective(question: string, adjective: string): string | null {
  const phrase = nounPhrasesIn(question).find(({ text }) => /^(?:the|an?)\s+\p{Ll}+/u.test(text));
  if (!phrase) return null;
  const [article = '', ...core] = phrase.text.split(/\s(?:at|in|on|near|of|for)\s/)[0]?.split(/\s+/) ?? [];
  const replaced = core.length > 1 ? `${article} ${core[0] ?? ''}` : article;
  const swapped = `${article} ${adjective}${phrase.text.slice(replaced.length)}`;
  return `${question.slice(0, phrase.start)}${swapped}${question.slice(phrase.end)}?`;
}

function withoutTime(question: string): string {
  return question.replace(/(?<!\s)\s+(?:on|in|at|during)\s+(?:\p{L}+days?|the\s+\p{L}+|\p{L}+|\d{4})$/iu, (phrase) =>
    /(?:days?|ends?|spring|summer|autumn|winter|\d{4})$/i.test(phrase) ? '' : phrase,
  );
}

function endsWithWord(text: string, word: string): boolean {
  return new RegExp(`\\b${word}\\s+$`, 'i').test(text);
}
