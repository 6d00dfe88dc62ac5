import { AUXILIARIES, type Gender, genderOf, PREPOSITIONS } from '@arbiter/english';
import { tokenize, type Token } from '@arbiter/text';
import type { Expression } from './expression.js';
import { possessiveOf } from './expression.js';
import type { Mention } from './mentions.js';
import { nounPhrasesIn, type NounPhrase } from './noun-phrases.js';
import { isIntroducedBefore, namesSomething } from './stands-alone.js';
import { isFunctionWord } from './words.js';

type Agreement = 'person' | 'thing' | 'plural';

/** What is asked of an inn, not of a bed in it: who runs it, when it opens, how far it is. */
const OF_ESTABLISHMENTS =
  /^\s*(?:and\s+)?who(?:m|se)?\b|\b(?:runs?|ran|owns?|owned|manages?|managed|leads?|founded|started|built|opens?|opened|closes?|close|closed|located|visit|address|employs?|(?:how|as)\s+(?:far|old|big|large)|where\s+(?:is|was))\b/i;

const AGREEMENTS: Readonly<Record<string, Agreement>> = {
  he: 'person',
  him: 'person',
  his: 'person',
  she: 'person',
  her: 'person',
  hers: 'person',
  it: 'thing',
  its: 'thing',
  they: 'plural',
  them: 'plural',
  their: 'plural',
  theirs: 'plural',
};
/** What stands before the noun of "how many lamps did they …", "what other courses does she …". */
const ASKED_FOR = /\b(?:what|which|how\s+(?:many|much))(?:\s+(?:other|more))?\s+$/i;
const POSSESSIVES = new Set(['his', 'her', 'its', 'their', 'hers', 'theirs']);
/** "Is it easier to win …", "How far is it across …", "It's raining": "it" refers to nothing. */
const EXPLETIVES: readonly RegExp[] = [
  // Followed by an action; "How long does it take to arrive?" asks about something that arrives.
  /\b(?:is|was|be|does|did|do|will|would|has|take|takes|took)\s(?:(?!\b(?:is|was|be|does|did|do|will|would|has|take|takes|took)\s)[^?.])*?\bto\s+(?!the\b|an?\b)\p{L}*[^s\s?.]\s+\p{L}/iu,
  /\bit\s+(?:is|was)\s+\w+\s+(?:to|that)\b/i,
  /\bit(?:['’]s|\s+is|\s+was)?\s+(?:rain|snow|blow)(?:s|ing|ed)?\b/i,
  /\bwhat\s+(?:time|day|date)\s+is\s+it\b/i,
  /\bis\s+it\s+(?:true|possible|allowed|permitted|necessary|worth|ok|okay|all\s+right|too\s+late)\b/i,
  /\bcall\s+it\b/i,
];

/**
 * "it", "its", "she", "her", "they", "them", "their" with what they stand for; those that the question itself explains
 * ("Does the engine keep its whistle?") or that stand for nothing ("Is it possible to …?") are left out.
 *
 * @param mentions of the session, as `mentionsOf` orders them
 */
export function pronounExpressions(question: string, mentions: readonly Mention[]): Expression[] {
  const tokens = tokenize(question);
  const ofEstablishment = OF_ESTABLISHMENTS.test(question);
  const taken = new Map<string, string>();
  return tokens.flatMap((token, index) => {
    const pronoun = beforeApostrophe(token.text);
    const agreement = AGREEMENTS[pronoun.toLowerCase()];
    if (agreement === undefined || !asksForReferent(question, tokens, index, agreement)) return [];
    const gender = genderOf(pronoun.toLowerCase());
    // "Was he her son?", "What did they pay for it?": two of them.
    const kind = gender ?? agreement;
    const others = [...taken].flatMap(([other, text]) => (other === kind ? [] : [text]));
    const open = mentions.filter(({ text }) => !others.includes(text));
    const referent = referentOf(agreement, open, { gender, ofEstablishment });
    if (referent === null) return [];
    taken.set(kind, referent);
    const ending = token.text.slice(pronoun.length);
    const said = isPossessiveAt(tokens, index) ? possessiveOf(referent) : referent;
    return [{ start: token.start, end: token.end, referent: said + (ending.length > 1 ? ending : '') }];
  });
}

/** Whether a pronoun stands for something that the question does not say itself. */
function asksForReferent(question: string, tokens: readonly Token[], index: number, agreement: Agreement): boolean {
  const token = tokens[index];
  if (!token || explainsItself(question, tokens, index, agreement)) return false;
  if (wordAt(tokens, index) === 'it') {
    // "How did she do it?": what was done, which the session has in other words.
    if (wordAt(tokens, index - 1) === 'do' || isExpletive(question, tokens, index)) return false;
  }
  // "What do they ask in Greywater?": people in general; the question is about the named thing.
  return agreement === 'person' || !namesSomething(question) || isSubjectIt(question, token);
}

function wordAt(tokens: readonly Token[], index: number): string {
  return tokens[index]?.text.toLowerCase() ?? '';
}

function isPossessiveAt(tokens: readonly Token[], index: number): boolean {
  const word = wordAt(tokens, index);
  if (word === 'her') return index + 1 < tokens.length && !isFunctionWord(wordAt(tokens, index + 1));
  return POSSESSIVES.has(word);
}

interface Sought {
  /** Of "he" and "she". */
  readonly gender?: Gender | null;
  /** Whether it is asked what one asks of an inn, not of a bed. */
  readonly ofEstablishment?: boolean;
}

function isEstablishment({ kind, plural, proper }: Mention): boolean {
  return proper && (kind === 'group' || (kind === 'thing' && !plural));
}

/** The named place of what was spoken of in general: the inn of "a bed at the inn". */
function establishmentOf(spokenOf: readonly Mention[]): string | null {
  const [newest] = spokenOf.filter(({ kind }) => kind === 'thing' || kind === 'group');
  if (!newest || /^the\s/i.test(newest.text)) return null;
  return spokenOf.find((one) => isEstablishment(one) && one.ago <= newest.ago + 1)?.text ?? null;
}

type Test = (one: Mention) => boolean;

/** Mentions that agree with a pronoun, in the order of {@link mentionsOf}. */
interface Agreeing {
  readonly all: readonly Mention[];
  /** Asked for, or of a question. */
  readonly spokenOf: readonly Mention[];
  readonly told: readonly Mention[];
}

/** The mention that agrees; the newest exchange first, what it asked for before its subject, answers' names last. */
export function referentOf(
  agreement: Agreement,
  mentions: readonly Mention[],
  { gender = null, ofEstablishment = false }: Sought = {},
): string | null {
  const all = mentions.filter((one) => gender === null || one.gender === null || one.gender === gender);
  const isSpokenOf: Test = ({ asked, from }) => asked || from === 'question';
  const agreeing = { all, spokenOf: all.filter(isSpokenOf), told: all.filter((one) => !isSpokenOf(one)) };
  if (agreement === 'person') return personOf(agreeing, gender);
  return agreement === 'plural' ? severalOf(agreeing) : oneOf(agreeing, ofEstablishment);
}

function firstOf({ spokenOf, told }: Agreeing, ...tests: readonly Test[]): string | null {
  for (const test of tests) {
    const found = spokenOf.find(test) ?? told.find(test);
    if (found) return found.text;
  }
  return null;
}

function personOf(agreeing: Agreeing, gender: Gender | null): string | null {
  const newest = agreeing.all.find(({ kind }) => kind.includes('person'))?.ago;
  const person = agreeing.all.find(({ kind }) => kind === 'person');
  const hasRole = person?.ago === newest && person?.named === true && /['’]s?\s/.test(person.text);
  return firstOf(
    agreeing,
    ({ asked, kind, ago }) => asked && kind.includes('person') && ago === newest,
    // "Who succeeded King Aldo?" – "When did he die?": a title or a kinship identifies the person.
    (one) => gender !== null && one.gender === gender && one.ago === newest,
    // "Is he its director?" – "No, Ida Roth is.": a name in the answer goes before the role in the question.
    ({ kind, named, from, ago }) => kind === 'maybe-person' && named && from === 'answer' && ago === newest && hasRole,
    ({ kind }) => kind === 'person',
    ({ kind }) => kind === 'maybe-person',
    // Ships and countries are "she", too.
    ({ named, plural }) => named && !plural,
  );
}

function severalOf(agreeing: Agreeing): string | null {
  const { spokenOf, told } = agreeing;
  const several =
    spokenOf.find(({ plural }) => plural) ??
    told.find(({ plural, named, placed }) => plural && named && !placed) ??
    // A kind may be spoken of as one: "the sand teal" – "how many of them".
    spokenOf.find(({ kind, text }) => kind === 'thing' && /^the\s/i.test(text));
  return several?.text ?? firstOf(agreeing, ({ plural }) => plural);
}

function oneOf(agreeing: Agreeing, ofEstablishment: boolean): string | null {
  const { spokenOf, told } = agreeing;
  const things = spokenOf.filter(({ kind, plural, activity }) => kind === 'thing' && !plural && !activity);
  const one =
    spokenOf.find(({ kind }) => kind === 'thing' || kind === 'group') ??
    told.find(({ kind, plural }) => kind === 'thing' && !plural);
  return (
    (ofEstablishment ? establishmentOf(spokenOf) : null) ??
    thingOf(things) ??
    one?.text ??
    firstOf(agreeing, ({ kind }) => kind === 'maybe-person')
  );
}

/** "Does it stop in Tollen?", "How far is it from Dale?": a name after "it" does not explain it. */
function isSubjectIt(question: string, { text, start, end }: Token): boolean {
  if (text.toLowerCase() !== 'it' || namesSomething(question.slice(0, start))) return false;
  const isDone = /\b(?:does|did|has|can|will)\s+$/i.test(question.slice(0, start));
  return (
    isDone ||
    (/\bhow\s+\p{L}+\s+(?:is|was)\s+$/iu.test(question.slice(0, start)) && !/\bto\b/i.test(question.slice(end)))
  );
}

function isExpletive(question: string, tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1]?.text.toLowerCase() ?? '';
  const [ofTo, ...others] = EXPLETIVES;
  return others.some((each) => each.test(question)) || (AUXILIARIES.has(before) && (ofTo?.test(question) ?? false));
}

/** The newest; but "the button" is taken for a part of the named thing that was spoken of before it. */
function thingOf(things: readonly Mention[]): string | null {
  const [newest] = things;
  if (!newest) return null;
  const isPart = !newest.named && !newest.asked && /^the\s+\S+$/i.test(newest.text);
  return (isPart ? things.find(({ named, ago }) => named && ago > newest.ago) : undefined)?.text ?? newest.text;
}

function wordBefore(text: string, at: number): string {
  return /(?=\p{L})(?<!\p{L})(\p{L}+)\s*$/u.exec(text.slice(0, at))?.[1]?.toLowerCase() ?? '';
}

function isOneWord(text: string): boolean {
  return /^\p{L}+$/u.test(text) && !isFunctionWord(text);
}

/** Whether something in the question before the pronoun agrees with it. */
function explainsItself(question: string, tokens: readonly Token[], index: number, agreement: Agreement): boolean {
  const at = tokens[index]?.start ?? 0;
  if (isIntroducedBefore(question, at)) return true;
  const isOwner = POSSESSIVES.has(wordAt(tokens, index));
  const isObject = !isOwner || wordAt(tokens, index) === 'her';
  return nounPhrasesIn(question)
    .filter(({ end }) => end <= at)
    .some((phrase) => {
      const between = question.slice(phrase.end, at).trim().toLowerCase();
      // "the red lamp on it": the noun before the preposition does not explain the pronoun.
      if (PREPOSITIONS.has(between) && !isOwner) return false;
      // "Can an acolyte cast it?": object and subject differ.
      if (isObject && AUXILIARIES.has(wordBefore(question, phrase.start)) && isOneWord(between)) return false;
      // "How many casualties did they …": the thing asked for is not the subject of the verb.
      const isAskedFor = !phrase.determined && ASKED_FOR.test(question.slice(0, phrase.start));
      return !(isAskedFor && AUXILIARIES.has(between)) && agrees(phrase, agreement);
    });
}

function agrees({ named, determined, plural }: NounPhrase, agreement: Agreement): boolean {
  if (agreement === 'plural') return plural || named || determined;
  return (named || determined) && (agreement === 'person' || !plural);
}

/** The word without `’s` and the like. */
function beforeApostrophe(word: string): string {
  return word.split(/['’]/, 1)[0] ?? word;
}
