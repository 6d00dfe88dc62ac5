import { anyOf, AUXILIARIES, PREPOSITIONS, RELATIVES, SUBJECT_PRONOUNS } from '@arbiter/english';
import { type Measure, readMeasured } from './measured-question.js';

/** A bound on a number that each thing has: "under 100 points". */
export interface AmountBound {
  readonly comparison: 'below' | 'at-most' | 'above' | 'at-least' | 'equal';
  readonly number: number;
  /** As in the question: "points". */
  readonly unit: string;
}

/** A question that counts or lists things of a kind by conditions, each of which can be looked up for a thing. */
export interface SelectionQuestion {
  readonly form: 'count' | 'list';
  /** Words before the noun, lower case: a kind, or a state. */
  readonly modifiers: readonly string[];
  /** As in the question, lower case: "wards". */
  readonly noun: string;
  /** How they stand, in words: "closed", "in use"; null without such a condition. */
  readonly state: string | null;
  /** Where they are or to what they belong, as it is written: "Port Vane"; null without such a condition. */
  readonly place: string | null;
  readonly amount: AmountBound | null;
  /** What is compared or added up over all of them; null where they are only counted or listed. */
  readonly measure: Measure | null;
}

const WORD = String.raw`[\p{L}][\p{L}'’-]*`;
/** None of these is a part of the noun phrase. */
const BOUNDARY = anyOf(
  AUXILIARIES,
  PREPOSITIONS,
  RELATIVES,
  SUBJECT_PRONOUNS,
  'need aboard there and or a an the more less fewer other much often long times'.split(' '),
  'belong cost costs lie stand live lived work sit fit'.split(' '),
);
const IS_BOUNDARY = new RegExp(`^${BOUNDARY}$`, 'iu');
const PHRASE = String.raw`(?<phrase>(?:(?!${BOUNDARY}\b)${WORD} ){0,3}(?!${BOUNDARY}\b)${WORD})`;
const FORMS: readonly (readonly [form: SelectionQuestion['form'], pattern: RegExp])[] = [
  [
    'count',
    new RegExp(String.raw`^(?:how many|what (?:is the )?number of) (?:of the |the )?${PHRASE}(?<rest> .*)?$`, 'iu'),
  ],
  ['list', new RegExp(String.raw`^(?:which|what) (?:of the )?${PHRASE}(?<rest> (?:are|can|have|cost)\b.*)$`, 'iu')],
  [
    'list',
    new RegExp(
      String.raw`^(?:list|name|show me|give me|tell me) (?:all|every) (?:of )?(?:the )?${PHRASE}(?<rest> .*)?$`,
      'iu',
    ),
  ],
];
const POLITE = /^(?:please |so |and |(?:can|could|would) you (?:please )?(?:tell me )?)/iu;
/** Says only that the present is meant, or that all are. */
const FILLERS =
  /\b(?:there|now|currently|still|right now|today|nowadays|these days|at present|at the moment|as things stand|as of now|in all|in total|altogether|overall|all told)\b/giu;
const PLACING: ReadonlySet<string> = new Set('in at on inside within aboard'.split(' '));
const ARTICLES: ReadonlySet<string> = new Set(['the', 'a', 'an']);
const HAVING: ReadonlySet<string> = new Set(['have', 'has', 'contain', 'contains', 'include', 'includes']);
const COMPARISONS: readonly (readonly [words: RegExp, comparison: AmountBound['comparison']])[] = [
  [/^(?:under|below|less than|fewer than|cheaper than) /iu, 'below'],
  [/^(?:at most|up to|no more than|not more than) /iu, 'at-most'],
  [/^(?:over|above|more than) /iu, 'above'],
  [/^(?:at least|no fewer than|no less than) /iu, 'at-least'],
  [/^exactly /iu, 'equal'],
];
const AMOUNT = new RegExp(String.raw`^(?<number>\d[\d,]*(?:\.\d+)?) (?<unit>${WORD}(?: ${WORD})?)$`, 'u');
const MEASURING = /^(?:(?:that|which) )?(?:with|having|have|has|costing|cost|worth) /iu;
/** How things stand in a few words: "closed", "no longer open", "out of service", "shut down". */
const STATE =
  /^(?:(?:not|no longer|temporarily|permanently|back) )?(?:[a-z-]+|(?:in|out of|off|under|on) [a-z]+|[a-z]+ (?:off|out|down|up))(?: again)?$/u;
/** The longest question that is read, in UTF-16 code units: a longer one says more than conditions. */
const LONGEST = 160;

/**
 * Reads a question that counts or lists things by conditions: "How many wards are closed now?", "Which taverns are in Port Vane?",
 * "How many units under 100 points?". Every word has to be understood.
 *
 * @returns null for every other question
 */
export function readSelection(query: string): SelectionQuestion | null {
  const question = withoutEnd(query.replace(/\s+/gu, ' ').trim()).replace(POLITE, '');
  if (question.length > LONGEST || /[,;:?!](?!\d)/u.test(question)) return null;
  const measured = readMeasured(question);
  if (measured) {
    const words = measured.phrase.toLowerCase().split(' ');
    if (words.some((word) => IS_BOUNDARY.test(word))) return null;
    return { form: 'list', ...partsOf(words), ...NONE, measure: measured.measure };
  }
  for (const [form, pattern] of FORMS) {
    const { phrase, rest = '' } = pattern.exec(question)?.groups ?? {};
    if (phrase === undefined) continue;
    const words = phrase.toLowerCase().split(' ');
    // "How many patients died …" asks what happened.
    if (words.at(-1)?.endsWith('ed')) return null;
    const conditions = readConditions(
      rest
        .replace(FILLERS, ' ')
        .split(' ')
        .filter((word) => word !== ''),
    );
    return conditions && { form, ...partsOf(words), ...conditions, measure: null };
  }
  return null;
}

function partsOf(words: readonly string[]): Pick<SelectionQuestion, 'modifiers' | 'noun'> {
  return { modifiers: words.slice(0, -1), noun: words.at(-1) ?? '' };
}

type Conditions = Pick<SelectionQuestion, 'state' | 'place' | 'amount'>;
const NONE: Conditions = { state: null, place: null, amount: null };

function readConditions(words: readonly string[]): Conditions | null {
  if (words.length === 0) return NONE;
  const said = words.join(' ');
  const used = /^(?:(?:that|which) )?can (?:(?:we|i|you) )?(?:be )?used?(?: |$)/iu.exec(said)?.[0];
  if (used !== undefined) return placeAfter(said.slice(used.length).split(' '), 'usable');
  const amount = amountOf(said);
  if (amount) return { ...NONE, amount };
  const owner = ownerIn(said);
  if (owner !== null) return { ...NONE, place: named(owner.split(' ')) };
  const [first = ''] = words;
  if (PLACING.has(first) || first === 'of') return placeAfter(words, null);
  const predicate = /^(?:(?:that|which|who) )?(?:are|is)(?: |$)/u.exec(said)?.[0];
  return predicate === undefined ? null : readPredicate(said.slice(predicate.length).split(' ').filter(Boolean));
}

/** "Does the Guild have", "belong to the Guild". */
function ownerIn(said: string): string | null {
  const {
    having,
    verb = '',
    owner,
  } = /^(?:does (?<having>.+) (?<verb>\S+)|belong to (?<owner>.+))$/u.exec(said)?.groups ?? {};
  return owner ?? (HAVING.has(verb) ? (having ?? null) : null);
}

/** What follows "are": a state, a place, or a state in a place. */
function readPredicate(words: readonly string[]): Conditions | null {
  if (words.length === 0) return NONE;
  const amount = amountOf(words.join(' '));
  if (amount) return { ...NONE, amount };
  const at = words.findIndex(
    (word, index) => PLACING.has(word) && /^\p{Lu}/u.test(withoutArticle(words.slice(index + 1))[0] ?? ''),
  );
  if (at === 0) return placeAfter(words, null);
  if (!STATE.test(words.slice(0, at < 0 ? words.length : at).join(' '))) return null;
  return at < 0 ? { ...NONE, state: words.join(' ') } : placeAfter(words.slice(at), words.slice(0, at).join(' '));
}

function placeAfter(words: readonly string[], state: string | null): Conditions | null {
  const [preposition = ''] = words;
  if (preposition === '') return { ...NONE, state };
  const place = named(words.slice(1));
  return (PLACING.has(preposition) || preposition === 'of') && place !== '' ? { ...NONE, state, place } : null;
}

function named(words: readonly string[]): string {
  return withoutArticle(words).join(' ');
}

function withoutArticle(words: readonly string[]): readonly string[] {
  return ARTICLES.has((words[0] ?? '').toLowerCase()) ? words.slice(1) : words;
}

function amountOf(said: string): AmountBound | null {
  const measured = said.replace(MEASURING, '');
  for (const [words, comparison] of COMPARISONS) {
    if (!words.test(measured)) continue;
    const { number, unit } = AMOUNT.exec(measured.replace(words, ''))?.groups ?? {};
    if (number === undefined || unit === undefined) return null;
    return { comparison, number: Number(number.replaceAll(',', '')), unit: unit.toLowerCase() };
  }
  return null;
}

function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s?.!]/u.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
