import { type Gender, genderOf, isCalendarWord, isComparative, TITLES } from '@arbiter/english';
import type { Exchange } from './exchange.js';
import { nounPhrasesIn, type NounPhrase } from './noun-phrases.js';
import { ATTRIBUTES, isPersonNoun, isPlaceHead, isPlural } from './words.js';

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
  /** Of a person, where title, kinship or a pronoun of the text says it. */
  readonly gender: Gender | null;
  /** A name itself, not only a phrase that holds one: "the Drowned Heron", not "a bed at the Drowned Heron". */
  readonly proper: boolean;
  /** Exchanges since; 0 of the newest. */
  readonly ago: number;
  /** Something that is done: "fishing". */
  readonly activity: boolean;
  /** Said to be where something is, or whose: "in the reeds". */
  readonly placed: boolean;
  /** What the question asked for: "Who …?" and the name in its answer. */
  readonly asked: boolean;
}

/** Number of past exchanges considered; a follow-up hardly ever refers to older ones. */
const REACH = 6;
const ASKS_WHO = /\bwho(?:m|se)?\b/i;
/** "Which unit held …", "What is the oldest …", "What did he get …": the answer is a thing, and the next "it". */
const ASKS_WHICH = /^\s*(?:which\b|what\s+(?:is|are|was|were)\b|what\s+did\b)/i;
/** "Is Veldt White or Bone White cheaper?": the one that the answer begins with. */
const ASKS_EITHER = /^\s*(?:is|are|was|were|do|does|did|which|who)\b.*\bor\b/i;
/** "How many beds": the next question seldom refers to the counted things. */
const COUNTED = /\bhow\s+(?:many|much)\s+$/i;
/** "famous", "dangerous": no thing. */
const ADJECTIVE = /^\p{Ll}+(?:ous|ful|able|ible|less)$/u;
/** "his daughter": it points elsewhere itself. */
const OWNED = /^(?:his|her|its|their|my|your|our)\s/i;
const COUNTS_OR_DATES = /^[\d\s.,:%–-]+\p{L}*$/u;
/** "the Brothers Quint". */
const SEVERAL = /^the\s+(?:brothers|sisters|twins)\s/i;
/** A place within a phrase: "a bed |at the Drowned Heron". */
const PLACE_WITHIN = /\s(?:at|in|on|near)\s((?:the\s+)?\p{Lu}.*)$/u;
const WHO_IS = /^\s*(?:[Aa]nd\s+)?[Ww]ho(?:['’]s|\s+(?:is|was))\s+(\p{Lu}[^?’']*)$/u;
const IS = /\b(?:is|was)\s+$/i;
const YES_OR_NO = /^(?:yes|no|none|nobody|nothing)$/i;
const PLACED = /\b(?:in|at|on|near|from|to|of)\s+(?:the\s+)?$/i;

/** Mentions in the last exchanges, newest first; in each, first the thing asked for, then the question's subject. */
export function mentionsOf(exchanges: readonly Exchange[]): readonly Mention[] {
  return exchanges
    .slice(-REACH)
    .reverse()
    .flatMap((exchange, ago) => mentionsOfExchange(exchange).map((one) => ({ ...one, ago })));
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
  const subjects = subjectsOf(nounPhrasesIn(question));
  const isCounted = ({ start }: NounPhrase) => Number(COUNTED.test(question.slice(0, start)));
  const inQuestion = [...subjects]
    .sort((a, b) => isCounted(a) - isCounted(b))
    .map((phrase) => mention(phrase, question, 'question', false));
  const known = new Set(inQuestion.map(({ text }) => withoutArticle(text)));
  const phrases = nounPhrasesIn(answer);
  const introduced = introducedIn(question);
  const askedFor = introduced === null ? askedForIn(question, answer, phrases) : undefined;
  const told = phrases.filter(
    ({ text, head, start, named }, index) =>
      phrases[index] === askedFor ||
      // "Iona Merrick is the warden.": one person.
      (!(!named && isPersonNoun(head) && IS.test(answer.slice(0, start))) &&
        !known.has(withoutArticle(text)) &&
        !isComparative(head)),
  );
  const inAnswer = told.map((phrase) =>
    mention(phrase, answer, 'answer', phrase === askedFor, ASKS_WHO.test(question)),
  );
  const asked = [
    ...(introduced === null ? [] : [introduced]),
    ...inAnswer.filter((one) => one.asked),
    ...coupleIn(answer, askedFor, phrases),
  ];
  const names = inAnswer.filter((one) => !one.asked && one.named);
  const others = inAnswer.filter((one) => !one.asked && !one.named);
  return [...asked, ...inQuestion, ...names, ...others].filter(
    ({ text }) => !COUNTS_OR_DATES.test(text) && !YES_OR_NO.test(text) && !isCalendarWord(text),
  );
}

/** "Who is Otto Prane?": the person is the one who is named, whatever the answer calls him. */
function introducedIn(question: string): Mention | null {
  const name = WHO_IS.exec(question.replace(/(?<![\s?.!])[\s?.!]+$/, ''))?.[1];
  if (name === undefined) return null;
  const said = `Who is ${name}?`;
  const phrase = nounPhrasesIn(said).find(({ text }) => text === name);
  if (phrase?.named !== true || phrase.determined || kindOf(phrase, said, true) !== 'person') return null;
  return mention(phrase, said, 'question', true, true);
}

/**
 * "the mayor of Tollen" is asked of Tollen, and the mayor may be "she"; "the monks of Saint Orm" are themselves. "a bed at
 * the Drowned Heron" speaks of a bed and of the Drowned Heron.
 */
function subjectsOf(phrases: readonly NounPhrase[]): NounPhrase[] {
  return phrases.flatMap((phrase) => {
    const { of, head, start, text, determined, named } = phrase;
    if (!determined && !named && (isComparative(text) || ADJECTIVE.test(text))) return [];
    const isPerson = isPersonNoun(head);
    if (of !== null && ATTRIBUTES.has(head)) {
      const inner = innerOf(of, start + text.lastIndexOf(of));
      return isPerson && phrase.determined ? [...inner, phrase] : inner;
    }
    const place = PLACE_WITHIN.exec(text);
    if (!place?.[1]) return [phrase];
    return [phrase, ...innerOf(place[1], start + place.index + place[0].length - place[1].length)];
  });
}

function innerOf(text: string, offset: number): NounPhrase[] {
  return nounPhrasesIn(`of ${text}`).map((inner) => {
    const start = inner.start + offset - 'of '.length;
    return { ...inner, start, end: start + inner.text.length };
  });
}

/** "by Nils and Eva Frisk": two, who are "they". */
function coupleIn(answer: string, first: NounPhrase | undefined, phrases: readonly NounPhrase[]): Mention[] {
  const second = phrases.find(({ start }) => first && answer.slice(first.end, start) === ' and ');
  if (!first?.named || !second?.named || OWNED.test(second.text)) return [];
  const both = { ...mention(first, answer, 'answer', true), text: answer.slice(first.start, second.end) };
  return [{ ...both, kind: 'group', plural: true, gender: null }];
}

/** The phrase of an answer that its question asked for. */
function askedForIn(question: string, answer: string, phrases: readonly NounPhrase[]): NounPhrase | undefined {
  const inQuestion = nounPhrasesIn(question);
  const known = new Set(inQuestion.map(({ text }) => withoutArticle(text)));
  const isKnown = (text: string) => known.has(text) || [...known].some((one) => one.endsWith(` ${text}`));
  const fresh = phrases.filter(({ text }) => !isKnown(withoutArticle(text)));
  if (ASKS_WHO.test(question)) return askedPerson(inQuestion, answer, fresh);
  const chosenOf = phrases.find(({ text, head }) => known.has(withoutArticle(text)) && !isComparative(head));
  if (ASKS_EITHER.test(question) && chosenOf) return chosenOf;
  // "What is the price of …" asks for a number, which nothing points back to.
  if (!ASKS_WHICH.test(question) || ATTRIBUTES.has(inQuestion[0]?.head ?? '')) return undefined;
  const chosen = /^\s*which\b/i.test(question) ? phrases.find(({ named, plural }) => named && !plural) : undefined;
  return askedThing(question, answer, fresh) ?? chosen;
}

function askedPerson(
  inQuestion: readonly NounPhrase[],
  answer: string,
  fresh: readonly NounPhrase[],
): NounPhrase | undefined {
  // "Who is the mayor?" – "The mayor of Tollen is Agnes Brandt.": the mayor was known.
  const heads = new Set(inQuestion.map(({ head }) => head));
  const told = fresh.filter(
    ({ start, text, head }) =>
      !YES_OR_NO.test(text) &&
      !OWNED.test(text) &&
      !(isPersonNoun(head) && heads.has(head)) &&
      !PLACED.test(answer.slice(0, start)),
  );
  const people = told.filter((phrase) => kindOf(phrase, answer, true).includes('person'));
  return people.find(({ named }) => named) ?? told.find(({ named }) => named) ?? people[0] ?? told[0];
}

function askedThing(question: string, answer: string, fresh: readonly NounPhrase[]): NounPhrase | undefined {
  const things = fresh.filter(({ start, plural }) => !plural && !PLACED.test(answer.slice(0, start)));
  const noun = /^\s*(?:which|what)\s+(\p{L}+)/iu.exec(question)?.[1]?.toLowerCase() ?? '';
  return (
    fresh.find(({ text }) => new RegExp(`^${noun}\\s+\\d`, 'iu').test(text)) ??
    things.find(({ named }) => named) ??
    things.find(({ text }) => text.toLowerCase().startsWith(`${noun} `))
  );
}

function mention(phrase: NounPhrase, whole: string, from: Mention['from'], asked: boolean, asksWho = false): Mention {
  const { head, named } = phrase;
  const text = phrase.text.replace(/^(?:The|An?)(?=\s)/, (article) => article.toLowerCase());
  const kind = kindOf(phrase, whole, asked && asksWho);
  const plural =
    kind === 'group' || (kind === 'thing' && (phrase.plural || (named && isPlural(head)) || SEVERAL.test(text)));
  const placed = PLACED.test(whole.slice(0, phrase.start));
  const isPerson = kind === 'person' || kind === 'maybe-person';
  const gender = isPerson ? genderIn(phrase) : null;
  const proper = named && /\p{Lu}/u.test(coreOf(text));
  const activity = /^\p{Ll}+ing(?:\s|$)/u.test(text);
  return { text, head, kind, plural, named, placed, from, asked, gender, proper, activity, ago: 0 };
}

/** What its own words say. */
function genderIn({ text }: NounPhrase): Gender | null {
  const own = text
    .toLowerCase()
    .replace(/^.*['’]s?\s/, '')
    .split(/[\s.-]+/)
    .map(genderOf);
  return own.find((gender) => gender !== null) ?? null;
}

/** A phrase with what its kind is told by. */
interface Candidate extends NounPhrase {
  /** Of its core, as written. */
  readonly words: readonly string[];
  /** Whether the question asked for a person. */
  readonly isWho: boolean;
  readonly isPlaced: boolean;
}

/** The first that holds tells the kind. */
const KINDS: readonly (readonly [kind: MentionKind, holds: (one: Candidate) => boolean])[] = [
  ['person', ({ determined, ...one }) => determined && (isRole(one) || isTitled(one))],
  [
    'person',
    ({ named, determined, isWho, head, text }) => {
      // A name that opens its sentence cannot be told from a word, unless the question asked for a person.
      const isLikely = determined ? !/\d/.test(text) : /^\p{Lu}\p{L}*$/u.test(text);
      return !named && isWho && !isPlural(head) && isLikely;
    },
  ],
  ['thing', ({ named }) => !named],
  ['person', ({ words }) => words.length > 1 && TITLES.has((words[0] ?? '').toLowerCase().replace('.', ''))],
  ['thing', ({ determined, words, text }) => determined || words.some(isPlaceHead) || /\d/.test(text)],
  ['thing', ({ head, isWho, words }) => isPlural(head) && !(isWho && words.length === 1)],
  ['person', ({ isWho }) => isWho],
  [
    'maybe-person',
    ({ words, isPlaced }) =>
      !isPlaced && words.length >= 2 && words.length <= 3 && words.every((word) => /^\p{Lu}/u.test(word)),
  ],
];

function kindOf(phrase: NounPhrase, whole: string, isWho: boolean): MentionKind {
  const isPlaced = PLACED.test(whole.slice(0, phrase.start));
  const one = { ...phrase, words: coreOf(phrase.text).split(/[\s-]+/), isWho, isPlaced };
  return KINDS.find(([, holds]) => holds(one))?.[0] ?? 'thing';
}

/** "The miller", "the old miller". */
function isRole({ head, words }: Pick<Candidate, 'head' | 'words'>): boolean {
  return isPersonNoun(head) && (words.length === 2 || /^\p{Ll}/u.test(words.at(-1) ?? ''));
}

/** "The miller Otto Prane". */
function isTitled({ named, words }: Pick<Candidate, 'named' | 'words'>): boolean {
  const noun = words[1] ?? '';
  return named && !words.some(isPlaceHead) && /^\P{Lu}/u.test(noun) && isPersonNoun(noun);
}

/** "a bed" of "a bed at the Drowned Heron". */
function coreOf(text: string): string {
  return text.split(/\s(?:at|in|on|near|of)\s/)[0] ?? text;
}

function withoutArticle(text: string): string {
  return text.replace(/^(?:the|an?)\s+/i, '').toLowerCase();
}
