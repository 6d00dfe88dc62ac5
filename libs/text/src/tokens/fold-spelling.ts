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
const ISE = /^([a-z]{3,})is(e|ed|es|er|ers|ing)$/;
/** Words whose "-ise" is no suffix; the ends of their stems. */
const NO_SUFFIX =
  /(?:^(?:dem|mala|mort)|adv|advert|bru|cerv|chast|circumc|compr|conc|cru|desp|dev|disgu|enterpr|exc|exerc|expert|franch|improv|inc|merchand|no|nr|parad|po|porpo|prec|prem|prom|ra|repr|rev|superv|surpr|televis|telev|tort|treat|turquo|upr|w)$/;
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
const ENDING = /(?:s|ed|ing)$/;

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
