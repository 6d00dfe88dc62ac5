/**
 * The English stemmer of the Snowball project ("Porter 2"), https://snowballstem.org/algorithms/english/stemmer.html,
 * revision of 2023 and earlier (before `-ogist` was added). The packages on npm under this name hold the older Porter
 * stemmer, which joins "skies" with "ski" and leaves "dying" apart from "die".
 */

const VOWEL = /[aeiouy]/;
const DOUBLE = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/;
/** Ends in a short syllable, but only after a non-vowel; the two-letter case is asked for separately. */
const SHORT_SYLLABLE = /[^aeiouy][aeiouy][^aeiouywxY]$/;
const SPECIAL_R1 = /^(?:gener|commun|arsen)/;
const R = /[aeiouy][^aeiouy]/;

/**
 * Stems of the words seen last: a search analyses a hundred passages of a few thousand different words, and to stem one
 * takes ten times as long as to look it up.
 */
const STEMS = new Map<string, string>();
/** Some 5 MB; a collection's usual words fit several times. */
const MAX_STEMS = 50_000;
/** In UTF-16 code units; longer ones are no words of a language, and would be kept with the text that they stand in. */
const LONGEST_WORD = 64;

const STEP_4 = /(?:ement|ance|ence|able|ible|ment|ant|ent|ism|ate|iti|ous|ive|ize|al|er|ic)$/;
const ISE = /^([a-z]{3,})is(e|ed|es|er|ers|ing)$/;
/** Words whose "-ise" is no suffix; the ends of their stems. */
const NO_SUFFIX =
  /(?:^(?:dem|mala|mort)|adv|advert|bru|cerv|chast|circumc|compr|conc|cru|desp|dev|disgu|enterpr|exc|exerc|expert|franch|improv|inc|merchand|no|nr|parad|po|porpo|prec|prem|prom|ra|repr|rev|superv|surpr|televis|telev|tort|treat|turquo|upr|w)$/;

const ENDING = /(?:s|ed|ing)$/;

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['skis', 'ski'],
  ['skies', 'sky'],
  ['dying', 'die'],
  ['lying', 'lie'],
  ['tying', 'tie'],
  ['idly', 'idl'],
  ['gently', 'gentl'],
  ['ugly', 'ugli'],
  ['early', 'earli'],
  ['only', 'onli'],
  ['singly', 'singl'],
  ['sky', 'sky'],
  ['news', 'news'],
  ['howe', 'howe'],
  ['atlas', 'atlas'],
  ['cosmos', 'cosmos'],
  ['bias', 'bias'],
  ['andes', 'andes'],
]);

/** Words that step 1a leaves and that no later step may touch. */
const UNCHANGED_AFTER_1A: ReadonlySet<string> = new Set([
  'inning',
  'outing',
  'canning',
  'herring',
  'earring',
  'proceed',
  'exceed',
  'succeed',
]);

/** Longest ending first within each list: the first that fits is the one that counts, even if its region does not. */
const STEP_2: readonly (readonly [string, string])[] = [
  ['ization', 'ize'],
  ['ational', 'ate'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['iveness', 'ive'],
  ['tional', 'tion'],
  ['biliti', 'ble'],
  ['lessli', 'less'],
  ['entli', 'ent'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['ousli', 'ous'],
  ['iviti', 'ive'],
  ['fulli', 'ful'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['abli', 'able'],
  ['izer', 'ize'],
  ['ator', 'ate'],
  ['alli', 'al'],
  ['bli', 'ble'],
];
const STEP_3: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['alize', 'al'],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
];

/**
 * The stem of a word by Snowball, the same for its British and its American spelling.
 *
 * @param word normalised (see `normalizeTerm`): lower case, "'" for the apostrophe. Words in other scripts and words
 *   with digits come back as they are.
 */
export function stem(word: string): string {
  if (word.length > LONGEST_WORD) return snowball(foldSpelling(word));
  const known = STEMS.get(word);
  if (known !== undefined) return known;
  const stemmed = snowball(foldSpelling(word));
  if (STEMS.size >= MAX_STEMS) STEMS.clear();
  STEMS.set(word, stemmed);
  return stemmed;
}

/** As the reference implementation has it. */
export function snowball(word: string): string {
  if (word.length < 3 || !/^[a-z']+$/.test(word)) return word;
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;

  // A y that stands for a consonant is written Y until the end.
  let w = word
    .replace(/^'/, '')
    .replace(/^y/, 'Y')
    .replace(/([aeiouy])y/g, '$1Y');
  const r1 = regionOne(w);
  const r2 = regionAfter(w, r1);

  w = w.replace(/'(?:s'?)?$/, '');
  w = step1a(w);
  if (UNCHANGED_AFTER_1A.has(w)) return w;
  w = step1b(w, r1);
  w = w.replace(/^(.+[^aeiouy])[yY]$/, '$1i');
  w = step2(w, r1);
  w = step3(w, r1, r2);
  w = step4(w, r2);
  w = step5(w, r1, r2);
  return w.replaceAll('Y', 'y');
}

/** Index after the first non-vowel that follows a vowel. */
function regionOne(word: string): number {
  const special = SPECIAL_R1.exec(word);
  return special ? special[0].length : regionAfter(word, 0);
}

function regionAfter(word: string, from: number): number {
  const match = R.exec(word.slice(from));
  return match ? from + match.index + 2 : word.length;
}

function step1a(w: string): string {
  if (w.endsWith('sses')) return w.slice(0, -2);
  if (w.endsWith('ied') || w.endsWith('ies')) return w.slice(0, w.length > 4 ? -2 : -1);
  if (w.endsWith('us') || w.endsWith('ss')) return w;
  if (w.endsWith('s') && VOWEL.test(w.slice(0, -2))) return w.slice(0, -1);
  return w;
}

function step1b(w: string, r1: number): string {
  const eed = /eed(?:ly)?$/.exec(w);
  if (eed) return eed.index >= r1 ? `${w.slice(0, eed.index)}ee` : w;
  const ending = /(?:ed|edly|ing|ingly)$/.exec(w);
  if (!ending || !VOWEL.test(w.slice(0, ending.index))) return w;
  const rest = w.slice(0, ending.index);
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (DOUBLE.test(rest)) return rest.slice(0, -1);
  return isShort(rest, r1) ? `${rest}e` : rest;
}

/** Ends in a short syllable with nothing in R1. */
function isShort(w: string, r1: number): boolean {
  return r1 >= w.length && endsInShortSyllable(w);
}

function endsInShortSyllable(w: string): boolean {
  return SHORT_SYLLABLE.test(w) || /^[aeiouy][^aeiouy]$/.test(w);
}

function step2(w: string, r1: number): string {
  for (const [ending, replacement] of STEP_2) {
    if (w.endsWith(ending)) return replaceFrom(w, ending, replacement, r1);
  }
  if (w.endsWith('ogi')) return w.endsWith('logi') ? replaceFrom(w, 'ogi', 'og', r1) : w;
  if (/[cdeghkmnrt]li$/.test(w)) return replaceFrom(w, 'li', '', r1);
  return w;
}

function step3(w: string, r1: number, r2: number): string {
  for (const [ending, replacement] of STEP_3) {
    if (w.endsWith(ending)) return replaceFrom(w, ending, replacement, r1);
  }
  return w.endsWith('ative') ? replaceFrom(w, 'ative', '', r2) : w;
}

function step4(w: string, r2: number): string {
  const match = STEP_4.exec(w);
  if (match) return match.index >= r2 ? w.slice(0, match.index) : w;
  return /[st]ion$/.test(w) ? replaceFrom(w, 'ion', '', r2) : w;
}

function step5(w: string, r1: number, r2: number): string {
  const at = w.length - 1;
  if (w.endsWith('e')) {
    return at >= r2 || (at >= r1 && !endsInShortSyllable(w.slice(0, -1))) ? w.slice(0, -1) : w;
  }
  return w.endsWith('ll') && at >= r2 ? w.slice(0, -1) : w;
}

/** Replaces the ending when it begins at or after `region`. */
function replaceFrom(w: string, ending: string, replacement: string, region: number): string {
  const at = w.length - ending.length;
  return at >= region ? w.slice(0, at) + replacement : w;
}

/**
 * British spellings become American ones, so that "harbour" finds "harbor". What differs by rule is a rule; a word whose two
 * spellings are also two words ("kerb", "curb"; "storey", "story"; "cheque", "check") is left.
 */
const RULES: readonly (readonly [RegExp, string])[] = [
  [
    /^((?:dis|mis|un|re|be)?(?:arb|ard|arm|behavi|cand|clam|clang|col|demean|endeav|enam|fav|ferv|flav|glam|harb|hon|hum|lab|neighb|od|parl|ranc|rig|rum|savi|sav|splend|succ|tum|val|vap|vig))our(?!is|iz|ous)/,
    '$1or',
  ],
  [/((?:^|[a-z])(?:cent|fib|lit|met|theat|calib|sab|somb|spect|lust|meag|mit|sepulch|och|goit))re(?=[sd]?$)/, '$1er'],
  [/^(def|off|lic|pret)ence(?=[sdr]?$)/, '$1ense'],
  [/^(anal|catal|decal|dial|epil|homol|monol|prol|travel)ogue(?=[sdr]?$)/, '$1og'],
  [/^([a-z]*[a-z]{2}al)ys(?=(?:e[drs]?|ers|ing)$)/, '$1yz'],
  [/^([a-z]{3,})isation(?=s?$)/, '$1ization'],
];

const WORDS: ReadonlyMap<string, string> = new Map(
  (
    'grey:gray mould:mold moult:molt plough:plow jewellery:jewelry aluminium:aluminum programme:program ' +
    'sulphur:sulfur draught:draft pyjamas:pajamas sceptic:skeptic sceptical:skeptical cosy:cozy ageing:aging ' +
    'judgement:judgment acknowledgement:acknowledgment manoeuvre:maneuver artefact:artifact practise:practice ' +
    'fulfil:fulfill enrol:enroll instalment:installment skilful:skillful wilful:willful woollen:woolen ' +
    'moustache:mustache speciality:specialty tyre:tire aeroplane:airplane'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

/**
 * @param word normalised (see `normalizeTerm`)
 * @returns its American spelling where it has one of its own; other words as they are
 */
export function foldSpelling(word: string): string {
  if (word.length < 4) return word;
  const listed = listedSpelling(word);
  if (listed !== undefined) return listed;
  for (const [pattern, replacement] of RULES) {
    if (pattern.test(word)) return word.replace(pattern, replacement);
  }
  const [, root, ending] = ISE.exec(word) ?? [];
  return root === undefined || ending === undefined || NO_SUFFIX.test(root) ? word : `${root}iz${ending}`;
}

/** "ploughed" → "plowed". */
function listedSpelling(word: string): string | undefined {
  const whole = WORDS.get(word);
  if (whole !== undefined) return whole;
  const ending = ENDING.exec(word)?.[0];
  if (ending === undefined) return undefined;
  const root = word.slice(0, -ending.length);
  const folded = WORDS.get(root) ?? (ending === 's' ? undefined : WORDS.get(`${root}e`)?.replace(/e$/, ''));
  return folded === undefined ? undefined : folded + ending;
}
