import { stem } from '@arbiter/text';

/** Words of which at most one can be true of the same thing at the same time. */
const PAIRS = `
  open closed, open shut, alive dead, allowed forbidden, legal illegal, permitted forbidden, permitted prohibited,
  allowed prohibited, true false, full empty, wet dry, hot cold, rich poor, married unmarried, guilty innocent,
  present absent, visible invisible, male female, even odd, first last, inside outside, above below, north south,
  east west, northern southern, eastern western, left right, larger smaller, bigger smaller, higher lower, taller shorter,
  longer shorter, older younger, heavier lighter, more fewer, more less, most least, increase decrease, rise fall,
  increased decreased, gain lose, win lose, won lost, arrive depart, accept refuse, accept reject, ally enemy,
  friend enemy, friendly hostile, public private, safe dangerous, required optional, mandatory optional, possible impossible,
  known unknown, occupied abandoned, inhabited deserted, succeeded failed, guilty acquitted, day night, summer winter,
  poisonous harmless, free enslaved, mortal immortal, begin end, began ended, opens closes, opened closed, always never`
  .split(',')
  .map((pair) => pair.trim().split(/\s+/).map(stem));

const OPPOSITES = new Map<string, Set<string>>();
for (const [a, b] of PAIRS) {
  if (a === undefined || b === undefined || a === b) continue;
  OPPOSITES.set(a, (OPPOSITES.get(a) ?? new Set()).add(b));
  OPPOSITES.set(b, (OPPOSITES.get(b) ?? new Set()).add(a));
}

/** Whether two stemmed words exclude each other. */
export function areAntonyms(a: string, b: string): boolean {
  return OPPOSITES.get(a)?.has(b) ?? false;
}
