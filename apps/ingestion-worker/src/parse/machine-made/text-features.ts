/** Figures of a text's shape, each a share from 0 to 1 unless it says otherwise. */
export interface TextFeatures {
  /** Characters that are no white space. */
  readonly characters: number;
  /** Characters of lines of at least `LONG_LINE`, among all. */
  readonly longLines: number;
  /** White space among all characters. */
  readonly spaces: number;
  /** Characters in runs of at least `PROSE_RUN` plain words, among all that are no white space. */
  readonly prose: number;
  /** Number of keys: names before a colon. */
  readonly keys: number;
  /** Keys that occurred before, among all keys. */
  readonly repeatedKeys: number;
  /** Numbers, dates and times among the tokens that are no repeated keys. */
  readonly numbers: number;
  /** Numbers with four decimals or thirteen digits among all numbers: people round what they write, and programs do not. */
  readonly unrounded: number;
  /** Digests, ids and encoded bytes among the same tokens. */
  readonly digests: number;
  /** Plain words among the same tokens. */
  readonly words: number;
}

/** In UTF-16 code units. People break lines of code earlier; paragraphs are told apart by their spaces. */
const LONG_LINE = 800;
/** Shorter runs of words are names. */
const PROSE_RUN = 5;
/** Digests of 64 bits have as many hexadecimal digits. */
const DIGEST = 16;

const TOKEN = /[^\s,;:{}[\]()"'`<>|=]+/g;
const NUMBER = /^[-+$€£]?\d[\d.,:eEtTzZ+-]*(?:%|[a-zµ]{1,2})?$/u;
const UNROUNDED = /\.\d{4}|^\d{13}/;
const WORD = /^[\p{L}\p{M}][\p{Ll}\p{Lo}\p{M}’-]*[.!?…]*$/u;
const MIXED = /^(?=.*\d)(?=.*[A-Za-z])[\w+/.-]+$/;
const HEXADECIMAL = /^[\da-f-]+$/i;

/** Measures a text; linear in its length. */
export function featuresOf(text: string): TextFeatures {
  const characters = text.replaceAll(/\s+/g, '').length;
  const long = text.split('\n').reduce((sum, { length }) => sum + (length >= LONG_LINE ? length : 0), 0);
  const counts = { keys: 0, repeated: 0, numbers: 0, unrounded: 0, digests: 0, words: 0, others: 0, prose: 0 };
  const known = new Set<string>();
  let run: string[] = [];
  let end = 0;
  const endRun = (): void => {
    if (run.length >= PROSE_RUN) counts.prose += run.reduce((sum, { length }) => sum + length, 0);
    run = [];
  };
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const between = text.slice(end, index);
    end = index + token.length;
    if (isKey(text, end)) {
      counts.keys += 1;
      endRun();
      if (known.has(token)) {
        counts.repeated += 1;
        continue;
      }
      known.add(token);
    }
    const kind = kindOf(token);
    counts[kind] += 1;
    if (kind === 'numbers' && UNROUNDED.test(token)) counts.unrounded += 1;
    // A line break inside a paragraph is a space.
    if (!/^(?:[,;:]? ?\n? {0,8}|["'(]+| ?["'(]| ?[)"'],? ?)$/.test(between)) endRun();
    if (kind === 'words') run.push(token);
    else if (kind !== 'numbers') endRun();
    if (/[.!?…]$/.test(token) && run.length < PROSE_RUN) endRun();
  }
  endRun();
  const tokens = Math.max(1, counts.numbers + counts.digests + counts.words + counts.others);
  return {
    characters,
    longLines: text === '' ? 0 : long / text.length,
    spaces: text === '' ? 0 : 1 - characters / text.length,
    prose: characters === 0 ? 0 : counts.prose / characters,
    keys: counts.keys,
    repeatedKeys: counts.keys === 0 ? 0 : counts.repeated / counts.keys,
    numbers: counts.numbers / tokens,
    unrounded: counts.unrounded / Math.max(1, counts.numbers),
    digests: counts.digests / tokens,
    words: counts.words / tokens,
  };
}

/** Whether a colon follows, as after `"name"` of JSON and `name` of YAML. */
function isKey(text: string, end: number): boolean {
  const after = text.charAt(end);
  return after === ':' || ((after === '"' || after === "'") && text.charAt(end + 1) === ':');
}

function kindOf(token: string): 'numbers' | 'digests' | 'words' | 'others' {
  if (NUMBER.test(token)) return 'numbers';
  if (WORD.test(token)) return 'words';
  if (token.length >= DIGEST && (HEXADECIMAL.test(token) || MIXED.test(token))) return 'digests';
  return 'others';
}
