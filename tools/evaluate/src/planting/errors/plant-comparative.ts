import { pick, replaceAt, upperOpening } from '../words.js';
import type { ErrorPlanter } from './error-planter.js';

/** Opposites; each stands for the other. */
const OPPOSITES: readonly (readonly [string, string])[] = [
  ['more than', 'less than'],
  ['at least', 'at most'],
  ['no more than', 'no less than'],
  ['not more than', 'not less than'],
  ['fewer than', 'more than'],
  ['larger', 'smaller'],
  ['bigger', 'smaller'],
  ['greater than', 'less than'],
  ['higher than', 'lower than'],
  ['older', 'younger'],
  ['oldest', 'youngest'],
  ['elder', 'younger'],
  ['longer', 'shorter'],
  ['longest', 'shortest'],
  ['tallest', 'shortest'],
  ['heavier', 'lighter'],
  ['heaviest', 'lightest'],
  ['largest', 'smallest'],
  ['biggest', 'smallest'],
  ['highest', 'lowest'],
  ['deepest', 'shallowest'],
  ['deeper', 'shallower'],
  ['faster', 'slower'],
  ['fastest', 'slowest'],
  ['stronger', 'weaker'],
  ['strongest', 'weakest'],
  ['dearer', 'cheaper'],
  ['more expensive', 'cheaper'],
  ['cheapest', 'dearest'],
  ['least expensive', 'most expensive'],
  ['richest', 'poorest'],
  ['wealthiest', 'poorest'],
  ['richer', 'poorer'],
  ['earlier than', 'later than'],
  ['better than', 'worse than'],
  ['best', 'worst'],
  ['nearest', 'farthest'],
  ['closest', 'farthest'],
  ['twice as', 'half as'],
  ['doubled', 'halved'],
  ['increases', 'decreases'],
  ['raised', 'lowered'],
  ['widest', 'narrowest'],
  ['warmer', 'colder'],
  ['newest', 'oldest'],
  ['most common', 'rarest'],
  ['exceeds', 'falls short of'],
];
const WAYS = [...OPPOSITES, ...OPPOSITES.map(([a, b]) => [b, a] as const)].map(([from, to]) => ({
  pattern: new RegExp(`\\b${from}\\b`, 'i'),
  to,
}));
/** Fixed phrases, and places in a text, that compare nothing. */
const FIXED =
  /\b(?:(?:no|any) longer|or (?:higher|lower|more|less|greater|fewer|larger|smaller)|more or less|(?:higher|lower) levels?|as described|listed|see|table|following|best known|at (?:the )?best|raised (?:a|his|her|by|from|in|to) (?:family|child|dead)|double bed|half as much again|double doors?|at (?:higher|lower))\b/i;

/** The opposite of a comparison. */
export const plantComparative: ErrorPlanter = (sentence, { random }) => {
  if (FIXED.test(sentence)) return null;
  const sites = WAYS.flatMap(({ pattern, to }) => {
    const found = pattern.exec(sentence);
    return found ? [{ from: found[0], index: found.index, to }] : [];
  });
  // "no more than" holds "more than": the longer phrase is what is compared.
  const whole = sites.filter(
    (site) => !sites.some((other) => other.from.length > site.from.length && covers(other, site)),
  );
  const site = pick(whole, random);
  if (!site) return null;
  const text = upperOpening(replaceAt(sentence, site.index, site.from.length, site.to));
  return { text, from: site.from, to: site.to, block: null };
};

interface Site {
  readonly from: string;
  readonly index: number;
}

function covers(outer: Site, inner: Site): boolean {
  return outer.index <= inner.index && outer.index + outer.from.length >= inner.index + inner.from.length;
}
