import type { KnownEntity } from '@arbiter/changelog';
import type { Phrase } from '../grammar/predicate.js';
import type { Node } from '../reading/nodes.js';
import { canBe } from '../happenings/change-verbs.js';
import type { ReadingContext } from '../happenings/happening.js';

/** The entities that a phrase means, as far as they can be in a state. A failed part is told of the whole. */
export function affected({ entities, of, noun }: Phrase, status: string, { names }: ReadingContext): KnownEntity[] {
  if (entities.length > 0) return entities.filter((entity) => canBe(status, names.kindOf(entity)));
  const isTold = of && ((PART_FAILS.test(status) && names.kindOf(of) === 'thing') || BELONGS.test(noun));
  return isTold ? [of] : [];
}

const PART_FAILS = /^(?:failed|broken|burst|cracked|burnt|burned|jammed|stopped|tripped|damaged|out of)/;

/** Nouns that are the whole from one side: "the contract of Corvane Linen ended". */
const BELONGS =
  /^(?:contract|licence|license|service|operation|operations|permit|agreement|registration|certificate|use|access|entry|traffic|admissions?)$/;

export function wordsOf(nodes: readonly Node[], from: number, end: number): string {
  return nodes
    .slice(from, end)
    .map(({ word }) => word)
    .join(' ');
}
