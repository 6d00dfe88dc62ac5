import { foldNumberWords, negationsIn, normalizeTerm, stem, STOP_WORDS, tokenize } from '@arbiter/text';
import { saysNone } from '../tables/read-row.js';

/**
 * How well a value meets a condition.
 *
 * - `equal`: it is the condition, or one of its parts is: "carpenter" of "carpenter and joiner".
 * - `holds`: it is of that kind: "master carpenter", "ready for sea".
 * - `near`: it is another name that holds the words: "Pell Harbour" for "Pell".
 * - `doubtful`: it says so with a reservation, or of something else: "nearly ready", "former carpenter", "repair yard".
 * - `no`: it says something else, or denies it.
 */
export type ValueMatch = 'equal' | 'holds' | 'near' | 'doubtful' | 'no';

/** Words by which a value is not, or not yet, or no more what it says. */
const RESERVATIONS: ReadonlySet<string> = new Set(
  (
    'nearly almost partly partially barely hardly mostly half soon former formerly ex retired past late previous until from after ' +
    'before if unless except but instead maybe perhaps possibly probably unknown unclear awaiting pending planned due was ' +
    'were will would should apprentice trainee assistant deputy vice acting would-be to-be'
  ).split(' '),
);
const PARTS = /[,;/+&]|\s(?:and|or|as well as)\s/;

interface Word {
  readonly stem: string;
  readonly isStop: boolean;
  readonly isCapital: boolean;
}

/** A condition as it is looked for in values. */
export interface Wanted {
  /** Of the words that carry meaning, in the order of the question. */
  readonly stems: readonly string[];
  /** The question writes it as a name. */
  readonly isName: boolean;
}

/**
 * What a condition and a value have in common; see {@link ValueMatch}.
 *
 * @param isAll whether the condition is to be all that the value says: "only on Mondays"
 */
export function matchValue(value: string, wanted: Wanted, isAll: boolean): ValueMatch {
  if (value === '' || saysNone(value)) return 'no';
  if (isAll) {
    const match = matchPart(value, wanted);
    return match === 'equal' || match === 'no' ? match : 'doubtful';
  }
  const matches = value.split(PARTS).map((part) => matchPart(part, wanted));
  matches.push(matchPart(value, wanted));
  return ORDER.find((each) => matches.includes(each)) ?? 'no';
}

const ORDER: readonly ValueMatch[] = ['equal', 'holds', 'near', 'doubtful'];

function matchPart(part: string, { stems, isName }: Wanted): ValueMatch {
  const words = wordsOf(part);
  const content = words.filter(({ isStop }) => !isStop);
  const compared = content.length > 0 ? content : words;
  const at = indexOfRun(
    compared.map((word) => word.stem),
    stems,
  );
  if (at < 0 || negationsIn(part).length > 0 || /^non\b/i.test(part)) return 'no';
  if (words.some((word) => RESERVATIONS.has(word.stem))) return 'doubtful';
  if (compared.length === stems.length) return 'equal';
  const last = compared[at + stems.length - 1];
  const next = words[words.findIndex((word) => word === last) + 1];
  // "Carpenter workshop" is no carpenter: the last word of a phrase says what it is.
  if (next === undefined || next.isStop) return 'holds';
  return isName && next.isCapital ? 'near' : 'doubtful';
}

function wordsOf(text: string): Word[] {
  return tokenize(foldNumberWords(text)).map(({ text: written }) => {
    const normal = normalizeTerm(written);
    // "carpenter's" owns what follows, and is another word.
    return { stem: stemOf(normal), isStop: STOP_WORDS.has(normal), isCapital: /^[\p{Lu}\p{N}]/u.test(written) };
  });
}

/** The form in which words of questions and values are compared. */
export function stemOf(normal: string): string {
  return STOP_WORDS.has(normal) || RESERVATIONS.has(normal) ? normal : stem(normal.replace(/'s$/, ''));
}

/** @returns where `run` stands in `words`; −1 if it does not */
function indexOfRun(words: readonly string[], run: readonly string[]): number {
  return words.findIndex((_, at) => run.every((each, index) => words[at + index] === each));
}

const YES = /^(?:y|yes|true|x|✓|✔|✅|☑)$/i;
const NO = /^(?:n|no|false|none|✗|✘|❌|☐)$/i;

/** What a cell says under a column that asks yes or no: "Stove: yes"; null where it says something else. */
export function truthOf(value: string): boolean | null {
  if (YES.test(value)) return true;
  return value === '' || saysNone(value) || NO.test(value) ? false : null;
}
