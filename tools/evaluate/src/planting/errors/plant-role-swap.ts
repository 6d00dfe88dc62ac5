import { PARTICIPLE_PATTERN, PAST_PATTERN, THIRD_PATTERN } from '../verbs.js';
import { pick, upperOpening } from '../words.js';
import type { ErrorPlanter } from './error-planter.js';
import { namesIn, type NameMention } from './plant-name.js';

/** Asymmetric relations between two names: agent and object, greater and lesser, replacement and replaced. */
const ASYMMETRIC = new RegExp(
  `^(?: that| who)? (?:(?:has|had|is|was|once|later|still|now|never|also|then|ever|not|often) )*(?:${THIRD_PATTERN}|${PAST_PATTERN}|(?:${PARTICIPLE_PATTERN}) by|(?:[a-z]+ ){0,4}than|instead of|the (?:\\w+ )?(?:son|daughter|granddaughter|grandson|father|mother|apprentice|deputy|heir|pupil|agent|captain|widow|master|keeper) of)(?: (?:Captain|Doctor|Sister|Brother|the (?:[a-z]+ ){1,2}))? $`,
);
const FROM_TO = /\bfrom (?:the )?$/;
/** A way is the same from both ends. */
const WAY =
  /\b(?:road|path|street|route|way|miles?|distance|ferry|bridge|wall|line|runs|stretch\w*|lies|extends?|escort|days?|hours?|fare|travel\w*|crossing|voyage|walk)\b/i;
/** "Tamsin's son Pim", "Ada, the deputy of Pim": what one is to the other, but not the other to the one. */
const KIN =
  /^(?:['’]s (?:\w+ )?(?:son|daughter|father|mother|grandfather|grandmother|apprentice|deputy|heir|pupil|agent|uncle|aunt|nephew|niece)|,? (?:is |was )?(?:an? |the )?(?:\w+ )?(?:son|daughter|father|mother|grandfather|grandmother|granddaughter|grandson|apprentice|deputy|heir|pupil|agent|uncle|aunt|nephew|niece|captain|master|keeper) (?:of|to)(?: the)?),? $/;
/** Nothing that makes the second name a part of a longer one. */
const ENDS =
  /^(?:[.,]|$| (?:in|on|at|to|for|from|with|since|and|or|by|as|when|until|till|who|without|that|which|so|because|if|is|was|has|after|before|not|under|over|near|once)\b)/;
/** With them the two stand side by side, or the sentence has more parts than these. */
const SIDE_BY_SIDE = /,|\b(?:and|or|with|both|who|which|that|whose|between|when|where|but|because|about|for)\b/;
/** Parts of a rule that are told apart only by what they do. */
const PARTS: readonly (readonly [string, string])[] = [
  ['the attacker', 'the target'],
  ['the caster', 'the target'],
  ['the attacker', 'the defender'],
  ['the rider', 'the mount'],
  ['the master', 'the apprentice'],
  ['the buyer', 'the seller'],
  ['the grappler', 'the target'],
];

/** Exchanges the two sides of a relation that means something else the other way round. */
export const plantRoleSwap: ErrorPlanter = (sentence, { random }) => {
  const names = namesIn(sentence).map((name) => withArticle(name, sentence));
  const pairs = names.slice(1).flatMap((second, index) => {
    const first = names[index];
    if (!first) return [];
    const between = sentence.slice(first.index + first.text.length, second.index);
    const directed = !WAY.test(sentence) && FROM_TO.test(sentence.slice(0, first.index)) && /^ to $/.test(between);
    const related =
      KIN.test(between) || (ASYMMETRIC.test(between) && !SIDE_BY_SIDE.test(between.replace(/^ (?:that|who) /, ' ')));
    // "A's brother" and "A of B" are parts of longer names.
    const whole =
      ENDS.test(sentence.slice(second.index + second.text.length)) &&
      !/\b(?:of|by|in|at) $/.test(sentence.slice(0, first.index));
    return (directed || related) && whole && bareWords(first.text) !== bareWords(second.text)
      ? [[first, second] as const]
      : [];
  });
  const pair = pick([...pairs, ...partsIn(sentence)], random);
  if (!pair) return null;
  const [first, second] = pair;
  const text =
    sentence.slice(0, first.index) +
    second.text +
    sentence.slice(first.index + first.text.length, second.index) +
    lowerArticle(first.text) +
    sentence.slice(second.index + second.text.length);
  return {
    text: upperOpening(text),
    from: `${first.text} … ${second.text}`,
    to: `${second.text} … ${first.text}`,
    block: null,
  };
};

type Part = Pick<NameMention, 'text' | 'index'>;

function withArticle({ text, index, definite }: NameMention, sentence: string): Part {
  return definite ? { text: `${sentence.slice(index - 4, index)}${text}`, index: index - 4 } : { text, index };
}

function lowerArticle(name: string): string {
  return name.replace(/^The /, 'the ');
}

function bareWords(name: string): string {
  return name.replace(/^the /i, '');
}

function partsIn(sentence: string): (readonly [Part, Part])[] {
  return PARTS.flatMap((words) => {
    const [a, b] = words.map((word) => ({ text: word, index: sentence.toLowerCase().indexOf(word) }));
    if (!a || !b || a.index < 0 || b.index < 0) return [];
    const [first, second] = a.index < b.index ? [a, b] : [b, a];
    const between = sentence.slice(first.index + first.text.length, second.index);
    const once = [a, b].every(({ text, index }) => !sentence.toLowerCase().includes(text, index + 1));
    return once && !SIDE_BY_SIDE.test(between) ? [[first, second] as const] : [];
  });
}
