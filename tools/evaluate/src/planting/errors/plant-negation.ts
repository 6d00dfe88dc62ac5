import { PAST_PATTERN, THIRD_PATTERN, verbByPast, verbByThird } from '../verbs.js';
import { pick } from '../words.js';
import type { ErrorPlanter, PlantedError } from './error-planter.js';

const AUXILIARY = /\b(?:is|are|was|were|can|will|must|may|should|could|would|has been|have been|had been)\b/g;
const HAS_PARTICIPLE =
  /\b(?:has|have|had)(?= (?:\w+ed|held|kept|been|given|filled|lost|paid|won|grown|stood|made|sold|built|written)\b)/g;
/** A negation beside them says something else than the opposite, or something that may be true too. */
const SCOPED =
  /\b(?:only|just|merely|even|neither|nor|no|not|never|none|nothing|nobody|no one|cannot|without|unless|any|anyone|anybody|anything|ever|yet|either|all|every|each|both|some|most|many|at least|at most|few|little|hardly|always|usually|often|sometimes|until|till|necessarily|also|too|rather|instead|if|whether|unlike|less|more|than|otherwise|maximum|minimum|although|though|because|since|used to)\b|n['’]t\b/i;
const SUBORDINATE =
  /\b(?:who|which|that|whom|whose|where|when|while|as|how|what|why|before|after|once|whenever)\b[^,]*$/i;
const NEGATIONS: readonly (readonly [RegExp, string])[] = [
  [/\b(is|are|was|were|must|may|should|will|would|could|has|have|had|can) not\b(?! only)/, '$1'],
  [/\bcannot\b/, 'can'],
  [/\b(has|have|had|is|are|was|were) never\b/, '$1'],
  [/\b(is|are|was|were) no longer\b/, '$1 still'],
];
/** Words that change the meaning of a sentence if its only negation is removed. */
const SCOPED_WHEN_REMOVED =
  /\b(?:only|unless|until|till|nor|neither|without|than|if|any|anyone|anything|either|even|yet|all|every|but|except|because|whether|no|nothing|nobody|none|because)\b/i;

/** Negates a statement, or removes its negation. */
export const plantNegation: ErrorPlanter = (sentence, { random }) => {
  for (const [pattern, positive] of NEGATIONS) {
    const found = pattern.exec(sentence);
    if (!found || SCOPED_WHEN_REMOVED.test(sentence.replace(found[0], ''))) continue;
    if (SUBORDINATE.test(sentence.slice(0, found.index))) continue;
    return planted(sentence, found.index, found[0], found[0].replace(pattern, positive));
  }
  if (SCOPED.test(sentence)) return null;
  const auxiliaries = [...sentence.matchAll(AUXILIARY), ...sentence.matchAll(HAS_PARTICIPLE)].filter(
    ({ index }) => !SUBORDINATE.test(sentence.slice(0, index)),
  );
  const auxiliary = pick(auxiliaries.slice(0, 1), random);
  if (auxiliary) return planted(sentence, auxiliary.index, auxiliary[0], negated(auxiliary[0], random));
  return negateVerb(sentence);
};

function negated(auxiliary: string, random: () => number): string {
  if (auxiliary === 'can') return random() < 0.5 ? 'cannot' : 'can’t';
  const [first = '', ...others] = auxiliary.split(' ');
  const contractible = !['may', 'will', 'must'].includes(first);
  return [contractible && random() < 0.3 ? `${first}n’t` : `${first} not`, ...others].join(' ');
}

const MAIN_VERB = new RegExp(
  `^((?:In \\d{3,4}, )?(?:(?:The|the|His|Her|Its|Their) (?:[a-z-]+ ){0,2}[a-z]+|(?:[Tt]he )?\\p{Lu}[\\p{L}'’]+(?: (?:of (?:the )?)?\\p{Lu}[\\p{L}'’]+){0,3}|He|She|It|he|she|it)) (${THIRD_PATTERN}|${PAST_PATTERN})(?= (?:a|an|the|his|her|its|their|from|in|on|to|as|\\d+|\\p{Lu})\\b)`,
  'u',
);

/** "keeps" becomes "does not keep", "kept" becomes "did not keep", where a plain subject stands before it. */
function negateVerb(sentence: string): PlantedError | null {
  const found = MAIN_VERB.exec(sentence);
  if (!found || /\b(?:who|which|that)\b/.test(found[1] ?? '')) return null;
  const [whole, subject = '', form = ''] = found;
  // A verb after the first may be negated or not; one statement is enough.
  if (/\b(?:and|but|or)\b/.test(sentence.slice(whole.length))) return null;
  const past = verbByPast(form);
  const base = past?.base ?? verbByThird(form)?.base;
  if (base === undefined) return null;
  return planted(sentence, subject.length + 1, form, `${past ? 'did' : 'does'} not ${base}`);
}

function planted(sentence: string, at: number, from: string, to: string): PlantedError {
  return { text: sentence.slice(0, at) + to + sentence.slice(at + from.length), from, to, block: null };
}
