import type { RelatedThing } from '../extraction.js';
import { headNounOf } from '../names/name-context.js';
import { conceptsOf } from '../reading/concepts.js';
import { ACTIVE } from '../reading/verbs.js';
import { turn } from './relation-patterns.js';
import type { Reading, RelationReader } from './relation-reader.js';
import { AGENTS } from './relation-words.js';

const PLACE_HEADER =
  /^(?:where|whereabouts|kept (?:in|at)|stands (?:in|at)|place|location|located(?: in| at)?|base|site|based (?:in|at)|found in|position|area|zone|address|station|venue|headquarters|hq|seat|residence|lair|lives in)$/i;
/** Where somebody works. */
const WORKPLACE_HEADER =
  /^(?:desk|office|room|workplace|sits (?:in|at)|works (?:in|at)|base|post|site|where|location)$/i;
/** "Looked after by": verbs of several words, by the verb that says the same. */
const PHRASAL: readonly (readonly [RegExp, string])[] = [
  [/\b(?:looked after|cared for|taken care of) by$/, 'maintained'],
  [/\bin (?:the )?(?:care|charge|hands) of$/, 'kept'],
];
const VERB_HEADER = /^(?:is |are )?(\p{Ll}{3,20}) (on|to|at|in|for|from|with|into|under|upon)$/u;
const NEEDS_HEADER = /^(?:depend(?:s|encies|ency|ing)?(?: (?:on|upon))?|needs?|requires|relies on|prerequisites?)$/;

/** What a label says of the thing that it belongs to and the thing that it names: a column's header, a field's key. */
export function readHeader(
  header: string,
  subject: RelatedThing,
  cell: RelatedThing,
  relations: RelationReader,
): Reading | null {
  const words = header.toLowerCase().trim();
  const phrasal = PHRASAL.find(([pattern]) => pattern.test(words))?.[1];
  const passive = phrasal ?? /^(?:is |are |was |were )?(?:\p{Ll}+ly )?(\p{Ll}+) by$/u.exec(words)?.[1];
  if (passive !== undefined) return relations.readPassive(passive, subject, cell);
  if (ACTIVE[words] !== undefined) return relations.readActive(words, subject, cell);
  if (NEEDS_HEADER.test(words)) return relations.readPlain('depends_on', subject, cell);
  if (
    WORKPLACE_HEADER.test(words) &&
    relations.isPerson(subject) &&
    relations.isPlace(cell) &&
    !PLACE_HEADER.test(words)
  )
    return relations.readPlain('located_in', subject, cell);
  if (PLACE_HEADER.test(words)) return relations.readPlace(subject, cell);
  const moved = /(?<!\p{Ll})(\p{Ll}{4,40}) (?:to|in|into|at)$/u.exec(words)?.[1];
  const declared = moved === undefined ? undefined : relations.bySchemaRoot(moved);
  if (declared) return relations.directed(declared, subject, cell, /_by$|_in$|_at$|_to$/.test(declared.type));
  if (/(?<!\p{Ll})\p{Ll}{3,20}s (?:at|in|on)$/u.test(words) && relations.isPlace(cell) && !relations.isPerson(subject))
    return relations.readPlace(subject, cell);
  const [, verb, preposition] = VERB_HEADER.exec(words) ?? [];
  const tied =
    verb === undefined || preposition === undefined ? null : relations.readVerb(verb, preposition, subject, cell, true);
  if (tied) return tied;
  const noun = headNounOf(words);
  const agent = AGENTS[noun];
  if (
    agent !== undefined &&
    !(relations.isPerson(cell) && relations.isOrganisation(subject) && /^(?:operator|author)$/.test(noun))
  )
    return relations.readPlain(agent, subject, cell);
  if (relations.isPerson(cell) && noun === 'contact') return turn(relations.readRole('worker', cell, subject));
  const isOwner = relations.isOrganisation(cell) && /^(?:owner|keeper|holder|operator|guardian|custodian)$/.test(noun);
  if (relations.isPerson(cell) || isOwner || relations.bySchemaRoot(noun)) {
    const role = relations.readRole(words, cell, subject);
    if (role) return turn(role);
  }
  const [concept] = conceptsOf(noun);
  if (concept === undefined) return null;
  if (
    relations.isPlace(cell) &&
    !relations.isPerson(subject) &&
    ['place', 'building', 'room', 'route', 'department'].includes(concept)
  )
    return relations.readPlace(subject, cell);
  const isBody = ['organisation', 'team', 'department', 'project'].includes(concept);
  return relations.isPerson(subject) && isBody ? relations.readMember(subject, cell) : null;
}
