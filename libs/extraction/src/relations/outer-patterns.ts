import { headNounOf } from '../names/name-context.js';
import { conceptsOf } from '../reading/concepts.js';
import { type Pair, turn } from './relation-patterns.js';
import type { Reading, RelationReader } from './relation-reader.js';

const WORD = String.raw`[\p{L}\p{N}'’-]+`;
const SMALL = String.raw`[\p{Ll}\p{N}-]+`;
const ADVERB = String.raw`(?: now| also| still| once| always| currently| usually| only| both)*`;
const re = (source: string): RegExp => new RegExp(source, 'u');

/** "Joan is | Percy's deputy", "Leo, | her right hand". */
const IS_BEFORE = re(`^(?:,| is| was| has been|, who is)${ADVERB} $`);
const ROLE_OF_OWNER = re(
  `^['’]s? ((?:(?!(?:and|or|is|was) )${SMALL} ){0,3}${SMALL})(?=[,.;:)]|$| (?:and|in|since|of|for|on|until|from|at|but) )`,
);
const OWNER_ALONE = /^['’]s?(?=[.,;]|$)/;
/** "the pump, which | Ada | maintains". */
const RELATIVE = re(`^,?(?:,? (?:the|an?) ${SMALL}(?: ${SMALL})?)? (?:which|that|whom) (?:the )?$`);
const VERB_AFTER = re(`^(?:${ADVERB} (?:has |had |have )?)(\\p{Ll}{3,})(?= |[.,;]|$)`);
const LOOKS_AFTER = /^ (?:looks?|looked) after|^ takes? care of|^ (?:is|are) responsible for/;
/** "the Laboratory, where | Gwen | works". */
const WHERE = /^,? (?:where|in which|on which|at which|aboard which) (?:the )?$/;
const WORKS_AFTER = /^ (?:works?|worked|serves?|teaches|practises|sits|has (?:his|her|their) (?:desk|office))\b/;
const STAYS_AFTER = /^ (?:is|are|lives?|lived|sits?|stands?|stood|lies|lay|hangs?|hung|sleeps?|stays?|meets?|keeps?)\b/;
/** "a small agency | whose owner, | Beatrix". */
const WHOSE = re(`(?:^|[ ,])whose ((?:${SMALL} ){0,2}${SMALL})(?:,| is| was) (?:the |\\p{Lu}[\\p{L}.]* ){0,2}$`);
/** "has a porter, | Bernie". */
const HAS_ROLE = re(
  `^ (?:has|had|have|employs?)${ADVERB} (?:an?|its own|his own|her own|one|the) ((?:${SMALL} ){0,3}${SMALL}),? (?:called |named )?$`,
);
/** "On | its | ground floor are the | Satellite Pharmacy", "In | Stonewick | stands | Mill Bridge". */
const PLACE_FIRST = re(
  `^(?:[-*•] )?(?:In|On|At|Inside|Within|Aboard)(?: the| its| his| her)?(?: ${SMALL}){0,3}?(?: of(?: the)?)? $`,
);
const STANDS_AFTER = re(
  `^(?:['’]s(?: ${SMALL}){1,3})?,? (?:is|are|stands?|stood|lies?|sits?|hangs?|lives?)${ADVERB} (?:the |an? )?(?:${SMALL} ){0,3}$`,
);
/** "The only lodging in | Skerrow | is | the Seal's Parlour". */
const KIND_IN = re(`(?:^|[,;] )(?:The|An?|the|an?) ((?:${SMALL} ){0,3}${SMALL}) (?:of|in|at|on) (?:the )?$`);
const IS_AFTER = re(`^ (?:is|was)${ADVERB} (?:called |named )?(?:the )?$`);
/** "Led by | Ada, the | Guild". */
const FRONTED = /^(\p{Lu}\p{Ll}+) by (?:the )?$/u;
/** "A and B | are siblings". */
const AND = /^,? and (?:the )?$/;
const TOGETHER = re(`^ (?:are|were|have been)(?: (?!not |no )${SMALL}){0,2}? (\\p{Ll}{5,12})(?=[ ,.;]|$)`);
const MUTUAL: Readonly<Record<string, string>> = {
  siblings: 'sibling_of',
  sisters: 'sibling_of',
  brothers: 'sibling_of',
  twins: 'sibling_of',
  cousins: 'related_to',
  related: 'related_to',
  married: 'married_to',
  engaged: 'betrothed_to',
  betrothed: 'betrothed_to',
  allies: 'allied_with',
  allied: 'allied_with',
  friends: 'friend_of',
  partners: 'partner_of',
  enemies: 'enemy_of',
  rivals: 'rival_of',
  connected: 'connects',
  linked: 'connects',
  joined: 'connects',
  neighbours: 'neighbour_of',
};
/** "learnt the trade from", "trained for four years under". */
const LEARNS = re(
  `^ (?:who )?(?:learn(?:s|t|ed)|trained|trains|studied|studies)(?: ${WORD}){0,7} (?:from|under) (?:the |his |her )?(?:(?:old )?${WORD} )?$`,
);
/** "stands in for", "took over from". */
const INSTEAD = re(
  `^,?(?: who)?${ADVERB} (stands in|fills in|deputises|covers|steps in|took over|takes over|took the place|takes the place|succeeds|succeeded|replaces|replaced|speaks|spoke) ?(?:for|from|of)? (?:the )?$`,
);

/** Reads two names of which the words before or after tell as much as those between: relative clauses, owners, places first. */
export function readOuter(pair: Pair, relations: RelationReader): Reading | null {
  const { first, second, between, before, after } = pair;
  const isPerson = relations.isPerson(first);
  if (IS_BEFORE.test(between)) {
    const role = ROLE_OF_OWNER.exec(after)?.[1];
    const read = role === undefined ? null : relations.readRole(role, first, second);
    if (read) return read;
    if (OWNER_ALONE.test(after) && !isPerson && !relations.isOrganisation(first))
      return relations.readPlain('owned_by', first, second);
  }
  if (RELATIVE.test(between)) {
    if (LOOKS_AFTER.test(after)) return relations.readPlain('maintained_by', first, second);
    const verb = VERB_AFTER.exec(after)?.[1];
    return verb === undefined ? null : turn(relations.readActive(verb, second, first));
  }
  if (WHERE.test(between)) {
    if (WORKS_AFTER.test(after)) return turn(relations.readPlain('works_in', second, first));
    return STAYS_AFTER.test(after) ? turn(relations.readPlace(second, first)) : null;
  }
  const owned = /^['’]s /.test(after) ? undefined : (WHOSE.exec(between) ?? HAS_ROLE.exec(between))?.[1];
  if (owned !== undefined) {
    const read = relations.readRole(owned, second, first);
    if (read) return turn(read);
  }
  if (PLACE_FIRST.test(before) && STANDS_AFTER.test(between)) return turn(relations.readPlace(second, first));
  if (IS_AFTER.test(between)) {
    const kind = KIND_IN.exec(before)?.[1];
    const [concept] = kind === undefined ? [] : conceptsOf(headNounOf(kind));
    const isKindOfPlace = concept !== undefined && /^(?:place|building|room|route|department)$/.test(concept);
    if (isKindOfPlace && !relations.isPerson(second)) return turn(relations.readPlace(second, first));
  }
  const fronted = FRONTED.exec(before)?.[1];
  if (fronted !== undefined && /^, (?:the )?$/.test(between))
    return turn(relations.readPassive(fronted.toLowerCase(), second, first));
  if (AND.test(between)) {
    const type = MUTUAL[TOGETHER.exec(after)?.[1] ?? ''];
    return type === undefined ? null : relations.readPlain(type, first, second);
  }
  if (LEARNS.test(between) && isPerson && relations.isPerson(second))
    return relations.readPlain('pupil_of', first, second);
  const instead = INSTEAD.exec(between)?.[1];
  if (instead === undefined) return null;
  if (/^(?:took|takes|succee|replace)/.test(instead)) return turn(relations.readPlain('replaced_by', second, first));
  if (/^sp[eo]/.test(instead))
    return isPerson && relations.isOrganisation(second) ? turn(relations.readPlain('led_by', second, first)) : null;
  return isPerson && relations.isPerson(second) ? relations.readPlain('covers_for', first, second) : null;
}
