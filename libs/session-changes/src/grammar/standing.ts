import { HEARSAY, MODALS } from '@arbiter/english';
import { ATTEMPTS, CONDITIONS, IMPLICATIVE } from '../english/words.js';
import type { Node } from '../reading/nodes.js';
import { BOUNDARY } from './phrases.js';
import type { Standing } from './predicate.js';
import type { Group } from './verb-groups.js';

export function isHearsay(nodes: readonly Node[]): boolean {
  const text = nodes.map(({ word }) => word).join(' ');
  // Who says it may be wrong about what has just happened.
  return HEARSAY.test(text) || text.includes('according to');
}

/** Whether a clause tells what has happened. The first rule that holds decides. */
export function standingOf(nodes: readonly Node[], group: Group, isReport: boolean): Standing {
  const { auxiliaries, infinitive, negated, from, at } = group;
  const before = nodes.slice(segmentStart(nodes, from), from).map(({ word }) => word);
  const isDenied = negated || before.some((word) => NOBODY.test(word));
  const rules: readonly (readonly [boolean, Standing])[] = [
    [before.some((word) => CONDITIONS.has(word)) || auxiliaries.some((word) => MODALS.has(word)), 'plan'],
    [infinitive !== null && ATTEMPTS.has(infinitive), 'attempt'],
    [infinitive !== null && !IMPLICATIVE.has(infinitive), 'plan'],
    [isReport || nodes[at]?.quoted === true, 'report'],
    [isDenied, 'denied'],
  ];
  return rules.find(([holds]) => holds)?.[1] ?? 'fact';
}

const NOBODY = /^(?:no|nobody|none|neither|nothing|without)$/;

function segmentStart(nodes: readonly Node[], from: number): number {
  let index = from;
  while (index > 0 && !/^(?:,|but)$/.test(nodes[index - 1]?.word ?? '') && !BOUNDARY.test(nodes[index - 1]?.word ?? ''))
    index--;
  return index;
}
