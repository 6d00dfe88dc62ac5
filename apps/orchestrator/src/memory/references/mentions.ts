import type { Exchange } from '../exchange.js';
import { nounPhrasesIn, type NounPhrase } from './noun-phrases.js';
import { ATTRIBUTES, isGroup, isPlaceHead, isPlural, TITLES } from './words.js';

export type MentionKind = 'person' | 'maybe-person' | 'group' | 'thing';

/** Something that an exchange speaks of, as a later question may point to it. */
export interface Mention {
  /** As it may stand in another question. */
  readonly text: string;
  readonly head: string;
  readonly kind: MentionKind;
  readonly plural: boolean;
  readonly named: boolean;
  /** Of the question, or of the answer. */
  readonly from: 'question' | 'answer';
  /** Said to be where something is, or whose: "in the reeds". */
  readonly placed: boolean;
  /** What the question asked for: "Who …?" and the name in its answer. */
  readonly asked: boolean;
}

/** Exchanges that are looked back on; what is older is hardly meant. */
const REACH = 6;
const ASKS_WHO = /\bwho(?:m|se)?\b/i;
/** "Which unit held …", "What is the oldest …", "What did he get …": the answer is a thing, and the next "it". */
const ASKS_WHICH = /^\s*(?:which\b|what\s+(?:is|are|was|were)\b|what\s+did\b)/i;
const COUNTS_OR_DATES = /^[\d\s.,:%–-]+\p{L}*$/u;
const PLACED = /\b(?:in|at|on|near|from|to|of)\s+(?:the\s+)?$/i;

/** What the last exchanges speak of: the newest first; in each first what was asked for, then the question's subject. */
export function mentionsOf(exchanges: readonly Exchange[]): readonly Mention[] {
  return exchanges.slice(-REACH).reverse().flatMap(mentionsOfExchange);
}

/** Of exchanges that are alive: reading a session asks for those of the same one again and again. */
const KNOWN = new WeakMap<Exchange, readonly Mention[]>();

export function mentionsOfExchange(exchange: Exchange): readonly Mention[] {
  const known = KNOWN.get(exchange);
  if (known) return known;
  const mentions = findMentions(exchange);
  KNOWN.set(exchange, mentions);
  return mentions;
}

function findMentions({ question, answer }: Exchange): readonly Mention[] {
  const inQuestion = subjectsOf(nounPhrasesIn(question)).map((phrase) => mention(phrase, question, 'question', false));
  const known = new Set(inQuestion.map(({ text }) => withoutArticle(text)));
  const phrases = nounPhrasesIn(answer);
  const askedFor = askedForIn(question, answer, phrases);
  const told = phrases.filter((phrase) => phrase === askedFor || !known.has(withoutArticle(phrase.text)));
  const inAnswer = told.map((phrase) =>
    mention(phrase, answer, 'answer', phrase === askedFor, ASKS_WHO.test(question)),
  );
  const asked = inAnswer.filter((one) => one.asked);
  const names = inAnswer.filter((one) => !one.asked && one.named);
  const others = inAnswer.filter((one) => !one.asked && !one.named);
  return [...asked, ...inQuestion, ...names, ...others].filter(({ text }) => !COUNTS_OR_DATES.test(text));
}

/** "the mayor of Tollen" is asked of Tollen; "the monks of Saint Orm" are themselves. */
function subjectsOf(phrases: readonly NounPhrase[]): NounPhrase[] {
  return phrases.flatMap((phrase) => {
    const { of, head, start, text } = phrase;
    if (of === null || !ATTRIBUTES.has(head)) return [phrase];
    const offset = start + text.lastIndexOf(of);
    return nounPhrasesIn(of).map((inner) => ({ ...inner, start: inner.start + offset, end: inner.end + offset }));
  });
}

/** The phrase of an answer that its question asked for. */
function askedForIn(question: string, answer: string, phrases: readonly NounPhrase[]): NounPhrase | undefined {
  const inQuestion = nounPhrasesIn(question);
  const known = new Set(inQuestion.map(({ text }) => withoutArticle(text)));
  const fresh = phrases.filter(({ text }) => !known.has(withoutArticle(text)));
  if (ASKS_WHO.test(question)) {
    const told = fresh.filter(({ start }) => !PLACED.test(answer.slice(0, start)));
    return told.find((phrase) => isPerson(phrase, answer)) ?? told.find(({ named }) => named) ?? told[0];
  }
  // "What is the price of …" asks for a number, which nothing points back to.
  if (!ASKS_WHICH.test(question) || ATTRIBUTES.has(inQuestion[0]?.head ?? '')) return undefined;
  const things = fresh.filter(({ start, plural }) => !plural && !PLACED.test(answer.slice(0, start)));
  const noun = /^\s*(?:which|what)\s+(\p{L}+)/iu.exec(question)?.[1]?.toLowerCase() ?? '';
  const chosen = /^\s*which\b/i.test(question) ? phrases.find(({ named, plural }) => named && !plural) : undefined;
  return (
    things.find(({ named }) => named) ?? things.find(({ text }) => text.toLowerCase().startsWith(`${noun} `)) ?? chosen
  );
}

function isPerson(phrase: NounPhrase, whole: string): boolean {
  return kindOf(phrase, whole, true).includes('person');
}

function mention(phrase: NounPhrase, whole: string, from: Mention['from'], asked: boolean, asksWho = false): Mention {
  const { head, named } = phrase;
  const text = phrase.text.replace(/^(?:The|An?)(?=\s)/, (article) => article.toLowerCase());
  const kind = kindOf(phrase, whole, asked && asksWho);
  const plural = kind === 'group' || (kind === 'thing' && (phrase.plural || (named && isPlural(head))));
  const placed = PLACED.test(whole.slice(0, phrase.start));
  return { text, head, kind, plural, named, placed, from, asked };
}

function kindOf({ text, head, named, determined, start }: NounPhrase, whole: string, isWho: boolean): MentionKind {
  const words = text.split(/[\s-]+/);
  if (words.some(isGroup)) return 'group';
  if (!named && determined) return TITLES.has(head) ? 'person' : 'thing';
  // A name that opens its sentence cannot be told from a word, unless somebody was asked for.
  if (!named) return isWho && /^\p{Lu}\p{L}*$/u.test(text) && !isPlural(head) ? 'person' : 'thing';
  if (TITLES.has((words[0] ?? '').toLowerCase().replace('.', '')) && words.length > 1) return 'person';
  const isOther = determined || words.some(isPlaceHead) || isPlural(head) || /\d/.test(text);
  if (isOther) return 'thing';
  if (isWho) return 'person';
  const looksLikeOne = words.length >= 2 && words.length <= 3 && words.every((word) => /^\p{Lu}/u.test(word));
  return looksLikeOne && !PLACED.test(whole.slice(0, start)) ? 'maybe-person' : 'thing';
}

function withoutArticle(text: string): string {
  return text.replace(/^(?:the|an?)\s+/i, '').toLowerCase();
}
