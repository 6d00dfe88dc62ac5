import { isUnavailable } from '@arbiter/changelog';
import type { Predicate } from '../grammar/predicate.js';
import { COPULAS, readPredicates } from '../grammar/read-predicates.js';
import { REPORTING } from '../english/words.js';
import type { Discourse } from '../reading/discourse.js';
import type { Node } from '../reading/nodes.js';
import { isRelationVerb, readRelations } from '../relations/read-relations.js';
import { APPOINT, HARM, LIGHT, NEUTRAL, changeVerb } from '../happenings/change-verbs.js';
import { type Happening, type ReadingContext } from '../happenings/happening.js';
import { wordsOf } from './patients.js';
import { readStates } from './read-states.js';

/** Verbs that a clause is read by, beside those of change. */
const OTHERS = [COPULAS, LIGHT, REPORTING, APPOINT, HARM, NEUTRAL];

function isKnownVerb(lemma: string): boolean {
  return OTHERS.some((verbs) => verbs.has(lemma)) || isRelationVerb(lemma) || changeVerb(lemma) !== null;
}

/** Reads what a sentence says became of known entities. */
export function readChanges(nodes: readonly Node[], context: ReadingContext, discourse: Discourse): Happening[] {
  const predicates = readPredicates(nodes, isKnownVerb);
  const subject = predicates.find((one) => one.subject.entities.length > 0)?.subject.entities[0];
  const happenings: Happening[] = [];
  for (const [index, predicate] of predicates.entries()) {
    // The clause ends where the next verb's subject begins; its object is its own.
    const next = predicates[index + 1];
    // "lives and works at the inn": both verbs have what follows.
    const shares = next?.at === predicate.at + 2 && nodes[predicate.at + 1]?.word === 'and';
    const end = Math.min(predicate.end, next && !shares ? Math.max(next.from, predicate.at + 1) : nodes.length);
    const clause = { ...predicate, end };
    if (isOver(nodes, clause)) continue;
    happenings.push(...readRelations(nodes, clause, context), ...readStates(nodes, clause, context));
  }
  for (const one of happenings)
    if (one.what === 'state' && one.standing === 'fact' && !one.isOpen && isUnavailable(one.availability))
      context.ties.vacate(one.entity);
  if (subject) discourse.promote(subject);
  return happenings;
}

const TRANSIENT =
  /\b(?:for (?:an?|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|forty|half an|\d+|several|a few|some) (?:\w+ )?(?:hours?|minutes?|moments?|while|seconds?|days?)\b|from .{1,20} (?:to|until|till) (?!further)|between .{1,12} and \d|briefly|overnight|momentarily)/;

/** "was closed for an hour", "was down from two to three": over by now. */
function isOver(nodes: readonly Node[], { at, from, end, perfect }: Predicate): boolean {
  if (perfect || /^(?:is|are|am)$/.test(nodes[from]?.word ?? '') || /^(?:is|are|am)$/.test(nodes[at]?.word ?? ''))
    return false;
  return TRANSIENT.test(wordsOf(nodes, at, Math.min(nodes.length, Math.max(end, at + 8))));
}
