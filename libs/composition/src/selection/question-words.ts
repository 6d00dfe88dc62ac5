import { normalizeTerm, numbersIn, type Span, STOP_WORDS, stem as snowball, tokenize } from '@arbiter/text';
import { comparisonsIn, measureAsked, superlativesIn, type Comparison, type Superlative } from './measures.js';
import { stemOf } from './match-value.js';

/**
 * - `content`: says something of the things that are asked for.
 * - `form`: only makes a question of the rest.
 * - `not`: denies the condition behind it.
 * - `joint`: joins two conditions.
 * - `limit`: limits what is asked for in a way that is not understood where it stands alone.
 * - `count`: says how many there are.
 * - `small`: any other word without a meaning of its own.
 */
export type WordRole = 'content' | 'form' | 'not' | 'joint' | 'limit' | 'count' | 'small';

export interface QuestionWord extends Span {
  readonly text: string;
  readonly normal: string;
  readonly stem: string;
  readonly role: WordRole;
  /** Of a `count`. */
  readonly number: number | null;
}

/** The words of a question for things of a list, with the comparisons that it makes. */
export interface ListQuestion {
  readonly words: readonly QuestionWord[];
  readonly comparisons: readonly Comparison[];
  readonly superlatives: readonly Superlative[];
  /** Measures that its words name: "cost" of "Which stalls cost more than …". */
  readonly measures: ReadonlySet<string>;
}

/** Ask for the form of an answer, or are verbs that any thing may do with what it has. */
const FORM_STEMS: ReadonlySet<string> = new Set(
  (
    'list name names show give tell say state enumerate mention please find recite kind sort type thing things item ones one entry option ' +
    'people person persons somebody someone anybody anyone everyone everybody called named know want like currently now today still already ' +
    'there total altogether order alphabetical complete full whole exist many number ' +
    'work live belong need require cost have own offer run contain come go get take use hold stay stand lie sit be become serve act ' +
    'make do add include listed divide currently actually really exactly available'
  )
    .split(' ')
    .filter((word) => !['full', 'available', 'state', 'type'].includes(word))
    .map(snowball),
);
const NEGATORS: ReadonlySet<string> = new Set(
  'not no non never without neither nor cannot except excluding besides barring'.split(' '),
);
const JOINTS: ReadonlySet<string> = new Set(['and', 'or', 'nor', 'but', 'both']);
const LIMITS: ReadonlySet<string> = new Set(
  'only before after since until between during than more less least most fewer other same such few against if unless'.split(
    ' ',
  ),
);
/** What is asked to be said of each thing, behind the things themselves. */
const TAIL = /[\s,](?:and|with|along with|together with) (?:their|its|his|her|what|how|when|where|who|which)\b/iu;
/** How things are to be told, and not which: "from smallest to largest", "in alphabetical order". */
const ORDER =
  /\bfrom (?:the )?\S{1,30}est to (?:the )?\S{1,30}est\b|\bin (?:\S{1,30} )?order(?: of \S{1,30})?(?=\W*$)/giu;
/** "Other than", "no longer", "all but", "apart from", "as well as". */
const PHRASES: readonly (readonly [phrase: RegExp, role: WordRole])[] = [
  [/\b(?:other than|apart from|all but|all except|no longer|not yet|anything but)\b/giu, 'not'],
  [/\bas well as\b/giu, 'joint'],
  [/\b(?:how many|at the moment|right now|these days|in all|in total)\b/giu, 'form'],
];
/** The longest question that is read, in UTF-16 code units. */
export const LONGEST_QUESTION = 400;

/** @returns null for a question that is too long to be one for a list */
export function readListQuestion(question: string): ListQuestion | null {
  if (question.length > LONGEST_QUESTION) return null;
  const tail = TAIL.exec(question);
  const text = tail && tail.index > 0 ? question.slice(0, tail.index) : question;
  const comparisons = comparisonsIn(text);
  const orders = [...text.matchAll(ORDER)].map(({ index, 0: found }) => ({ start: index, end: index + found.length }));
  const superlatives = superlativesIn(text).filter(
    (each) => ![...comparisons, ...orders].some((other) => overlap(each, other)),
  );
  const phrases = PHRASES.flatMap(([phrase, role]) =>
    [...text.matchAll(phrase)].map(({ index, 0: found }) => ({ start: index, end: index + found.length, role })),
  );
  const counts = numbersIn(text).filter(({ kind, value }) => kind === 'cardinal' && Number.isInteger(value));
  const compared = [...comparisons, ...superlatives];
  const words = tokenize(text).flatMap(({ text: written, start, end }): QuestionWord[] => {
    if ([...compared, ...orders].some((each) => overlap(each, { start, end }))) return [];
    const normal = normalizeTerm(written);
    const phrase = phrases.find((each) => overlap(each, { start, end }));
    // A phrase is one word.
    if (phrase && phrase.start < start) return [];
    const count = counts.find((each) => overlap(each, { start, end }));
    if (count && count.start < start) return [];
    const stem = count ? String(count.value) : stemOf(normal);
    const word = { text: written, start, end, normal, stem, number: count?.value ?? null };
    return [{ ...word, role: phrase?.role ?? (count ? 'count' : roleOf(normal, stem)) }];
  });
  const measures = new Set(words.flatMap(({ text: written }) => measureAsked(written) ?? []));
  for (const { measure } of compared) if (measure !== null) measures.add(measure);
  return { words, comparisons, superlatives, measures };
}

function roleOf(normal: string, stemmed: string): WordRole {
  if (NEGATORS.has(normal) || normal.endsWith("n't")) return 'not';
  if (JOINTS.has(normal)) return 'joint';
  if (LIMITS.has(normal)) return 'limit';
  if (STOP_WORDS.has(normal)) return 'small';
  return FORM_STEMS.has(stemmed) ? 'form' : 'content';
}

function overlap(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}
