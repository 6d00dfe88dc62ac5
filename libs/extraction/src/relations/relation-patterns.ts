import type { RelatedThing } from '../extraction.js';
import { headNounOf } from '../names/name-context.js';
import { conceptsOf } from '../reading/concepts.js';
import { type Reading, type RelationReader } from './relation-reader.js';

/** Two mentions of one sentence, with the words around them. */
export interface Pair {
  readonly first: RelatedThing;
  readonly second: RelatedThing;
  /** Between them. */
  readonly between: string;
  /** Before the first, from the beginning of the sentence. */
  readonly before: string;
  /** After the second, to the end of the sentence. */
  readonly after: string;
}

const ADVERB = String.raw`(?: now| also| still| once| always| again| today| currently| usually| only| both)*`;
const BE = String.raw`(?:is|are|was|were|be|been|has been|have been|had been)`;
const ARTICLE = String.raw`(?:the |an? |its |his |her |their |our )?`;
const WORD = String.raw`[\p{L}\p{N}'’-]+`;
const ROLE = String.raw`((?:(?!(?:and|or) )${WORD} ){0,4}?(?!(?:and|or|but|is|was)(?![\p{L}]))[\p{Ll}'’-]+)`;
/** Words before a name that belong to it: "Captain", "the merchant", "the blind pilot". */
const TITLE = String.raw`(?:the |an? |its |his |her |their )?(?:(?!(?:in|on|at|of|from|to|with|for|by|into|near|and|or|through|over|under|after|before|than|without|that|which|who|no|not|never) )[\p{L}-]+ ){0,3}`;
const PREPOSITION = String.raw`(?:in|on|at|inside|within|aboard|beneath|under)`;

const re = (source: string): RegExp => new RegExp(source, 'u');

const PASSIVE = re(
  `^,?(?: which| who| that| and)?(?: ${BE})?${ADVERB} (\\p{Ll}{2,}(?:ed|en|n|t|d))(?: (?:in|on|since|at|from) [\\p{L}\\d]+| \\p{Ll}+ly)? by ${TITLE}$`,
);
const ACTIVE_VERB = re(
  `^,?(?: which| who| that| and)?(?: has| had| have)?${ADVERB} (\\p{Ll}{3,})(?: half of| part of| out of)? ${TITLE}$`,
);
const IS_ROLE = re(
  `^(?:,| ${BE},?|(?: acts| serves| works)? as)${ADVERB} (?:${ARTICLE})${ROLE}(?: \\d+)? (?:of|at|in|for|to|on|aboard|under) ${TITLE}$`,
);
const PLAIN_PLACE = re(
  `^,? ${PREPOSITION} ${ARTICLE}(?:(?:deck|hall|cellar|attic|room|yard|grounds|corner|back|front|end|roof|level|floor|side|edge|ground floor|first floor|north|south|east|west|middle|centre|heart|foot|top|mouth|quarter|basement) ?(?:\\d+ )?(?:of )?(?:the )?)?$`,
);
const STANDS = re(
  `^(?:,? which|,? that| itself)?,?(?: ${BE}|(?: ${WORD}){0,1}? (?:stands?|stood|lies?|lay|hangs?|hung|sits?|lives?|lived|resides?|stays?|sleeps|works|worked|rests|meets?|rises?|runs|opens))(?:,? (?:(?!(?:that|so|because|when|if|but|than|caught|before|after|until) )${WORD},? ){0,9}?| )${PREPOSITION} ${ARTICLE}(?:(?:${WORD} ){1,3}(?:\\d+ )?of (?:the )?)?$`,
);
const BASED = re(
  `^.{0,60} (?:works?|operates?|sails?|based|housed|headquartered|quartered|seated|meets?) (?:from|in|at|out of) ${ARTICLE}$`,
);
const VERB_WITH = re(
  `^,?(?: which| who| that| and)?(?: ${BE}| has been| had been)?${ADVERB} (\\p{Ll}{3,}) (in|on|at|to|from|for|after|with|inside|within) ${TITLE}$`,
);
/** "is the road between A and B", "runs from A to B". */
const BETWEEN = re(
  `^,?(?: ${WORD}){0,7}(?: (${WORD}) between| (?:runs?|leads?|goes|flows|stretches|climbs) from) ${ARTICLE}$`,
);
/** "is looked after by", "are in the care of". */
const IN_CARE = re(
  `^,?(?: ${BE})?${ADVERB} (?:looked after by|taken care of by|in the (?:care|charge|hands) of) ${TITLE}$`,
);
const STANCE = re(
  `^,?(?: which| who| that)?(?: ${BE})?${ADVERB} ((?:allied|betrothed|engaged|married|related|loyal|sacred|dedicated|hostile|sworn|opposed|connected|joined|linked|adjacent|bound|indebted|subordinate|wired|piped) (?:with|to)|at war with|at odds with|depends on|depend on|relies on|rely on|named after|lies on the way to) ${TITLE}$`,
);
const STANCES: Readonly<Record<string, string>> = {
  'allied to': 'allied_with',
  'bound to': 'allied_with',
  'engaged to': 'betrothed_to',
  'dedicated to': 'sacred_to',
  'opposed to': 'hostile_to',
  'at war with': 'hostile_to',
  'at odds with': 'hostile_to',
  'depend on': 'depends_on',
  'relies on': 'depends_on',
  'rely on': 'depends_on',
};
const LIVES = /\b(?:lives?|lived|resides?|stays?|sleeps)\b/;
const WORKS = /\bwork(?:s|ed)?\b/;
const BORN = re(`^ (?:was )?born (?:${WORD} ){0,4}(?:in|at) (?:the )?(?:${WORD} of )?$`);
const POSSESSIVE = re(
  `^['’]s? ${ROLE}(?:,|(?: (?:since|from|in|at|for|on|to)(?: ${WORD}){1,4}?)? (?:is|was))? ${TITLE}$`,
);
const OF_TITLED = re(`^,? (?:of|from) (?:the )?$`);
const MEMBER = re(
  `^,? (?:who )?(?:${BE} )?(?:(?:admitted|elected|appointed|assigned|posted|attached|sent) to|belongs? to|(?:is )?part of|join(?:ed|s)|(?:reports?|answers?)(?: \\p{Ll}+ly)? to|(?:works?|is working|are working) (?:for|in|at|under|on)|serves? (?:in|on)|owes (?:${WORD} ){0,3}to) ${TITLE}$`,
);
const RESPONSIBLE = re(
  `^ (?:(?:is|are) (?:responsible|in charge|accountable) (?:for|of)|looks? after|takes? care of|cares? for) ${ARTICLE}(?:${WORD}[:,]? ){0,6}$`,
);
/** What stands after "of" or "in" is not the subject of the verb. */
const OBLIQUE =
  /\b(?:of|on|in|at|from|for|with|by|to|near|against|under|between|behind|below|beside|through) (?:the |an? )?$/i;
const ROLE_FIRST = re(`(?:^|[,;] | and |\\b)(?:[Tt]he|[Aa]n?|[Ii]ts) ${ROLE} (?:of|at|for|in|to) ${TITLE}$`);
const IS = re(`^(?:,| ${BE}|, who ${BE})${ADVERB} ${TITLE}$`);

/** Reads what a sentence says of two things, from the words between them; null if it says nothing known. */
export function readBetween(pair: Pair, relations: RelationReader): Reading | null {
  const { first, second, between, before } = pair;
  // "taught Tamsin's son": the name is not the object.
  if (between.length > 160 || /^['’]s /.test(pair.after)) return null;
  if (RESPONSIBLE.test(between))
    return turn(relations.readPlain(relations.bySchemaRoot('reports') ? 'reports_to' : 'led_by', second, first));
  if (/[.:;!?] /.test(between)) return null;
  // ", kept by", ", who built": these speak of the name beside them, whatever stands before it.
  const isAttached =
    /^, (?:who|which) (?!of )/.test(between) ||
    (!/\p{Lu}/u.test(before.replace(/^\p{Lu}\p{Ll}* /u, '')) &&
      /^, \p{Ll}+(?:ed|en|wn|pt|lt|de|ld) (?:in \d+ )?by /u.test(between));
  if ((OBLIQUE.test(before) && !isAttached) || (/^,? that /.test(between) && relations.isPerson(first))) {
    if (OF_TITLED.test(between)) return readOf(first, second, before, relations);
    const of = IS.test(between) ? ROLE_FIRST.exec(before)?.[1] : undefined;
    const role = of === undefined ? null : turn(relations.readRole(of, second, first));
    const possessive = POSSESSIVE.exec(between)?.[1];
    return (
      role ??
      (possessive === undefined ? null : turn(relations.readRole(possessive, second, first))) ??
      (PLAIN_PLACE.test(between) ? readPlace(between, first, second, relations) : null)
    );
  }
  if (IN_CARE.test(between)) return relations.readPlain('maintained_by', first, second);
  const passive = PASSIVE.exec(between)?.[1];
  if (passive !== undefined) return relations.readPassive(passive, first, second);
  const stance = STANCE.exec(between)?.[1];
  if (stance !== undefined) return relations.readPlain(STANCES[stance] ?? stance.replaceAll(' ', '_'), first, second);
  if (BORN.test(between)) return relations.readPlain('born_in', first, second);
  const member = readMember(between, first, second, relations);
  if (member) return member;
  const link = BETWEEN.exec(between);
  const isWay = link !== null && (link[1] === undefined || conceptsOf(link[1]).includes('route'));
  if (isWay && !relations.isPerson(first) && relations.isPlace(second))
    return relations.readPlain('connects', first, second);
  const [, tied, preposition] = VERB_WITH.exec(between) ?? [];
  const read =
    tied === undefined || preposition === undefined ? null : relations.readVerb(tied, preposition, first, second);
  if (read) return read;
  const verb = ACTIVE_VERB.exec(between)?.[1];
  if (verb !== undefined && !/ (?:made|makes) (?:her|him|them|it|us) /.test(between)) {
    const active = relations.readActive(verb, first, second);
    if (active) return active;
  }
  const role = IS_ROLE.exec(between)?.[1];
  if (role !== undefined) {
    const read = relations.readRole(role, first, second);
    if (read) return read;
    // "the covered market of Tallowgate"
    const [concept] = conceptsOf(headNounOf(role));
    const isPart = concept !== undefined && ['place', 'building', 'room', 'route', 'department'].includes(concept);
    const isAway = /\d|\b(?:miles?|kilometres?|km|north|south|east|west)\b/.test(role);
    if (isPart && !isAway && !relations.isPerson(first)) return relations.readPlace(first, second);
  }
  if (BASED.test(between) && relations.isOrganisation(first)) return relations.readPlain('based_in', first, second);
  const own = POSSESSIVE.exec(between)?.[1];
  if (own !== undefined) return turn(relations.readRole(own, second, first));
  const of = IS.test(between) ? ROLE_FIRST.exec(before)?.[1] : undefined;
  if (of !== undefined) {
    const read = relations.readRole(of, second, first);
    if (read) return turn(read);
  }
  if (OF_TITLED.test(between)) return readOf(first, second, before, relations);
  return readPlace(between, first, second, relations);
}

function readMember(
  between: string,
  first: RelatedThing,
  second: RelatedThing,
  relations: RelationReader,
): Reading | null {
  if (!MEMBER.test(between)) return null;
  if (/ (?:reports?|answers?)(?: \p{Ll}+ly)? to /u.test(between))
    return relations.readPlain('reports_to', first, second);
  if (between.includes(' owes ')) return relations.readPlain('indebted_to', first, second);
  if (/ works? (?:for|under) /.test(between)) return relations.readPlain('works_for', first, second);
  if (/ work(?:s|ing)? on /.test(between))
    return relations.isPlace(second) && !relations.isOpen ? null : relations.readPlain('works_on', first, second);
  if (/ works? (?:in|at) /.test(between)) return relations.readPlain('works_in', first, second);
  if (relations.isOrganisation(second) && (relations.isPerson(first) || !/belongs?/.test(between)))
    return relations.readPlain('member_of', first, second);
  if (/belongs? to/.test(between)) return relations.readPlain('owned_by', first, second);
  return between.includes('part of') ? relations.readPlain('part_of', first, second) : null;
}

/** "Captain Okker of the Cinder Company", "the clerk Odalys Penhook of …", "X of Brinehollow". */
function readOf(first: RelatedThing, second: RelatedThing, before: string, relations: RelationReader): Reading | null {
  if (!relations.isPerson(first)) return null;
  const noun = /(?<!\p{Ll})(\p{Ll}{2,40}) $/u.exec(before)?.[1];
  if (noun !== undefined && conceptsOf(noun)[0] === 'person') {
    const read = relations.readRole(noun, first, second);
    if (read) return read;
  }
  return relations.isOrganisation(second) ? relations.readPlain('member_of', first, second) : null;
}

function readPlace(
  between: string,
  first: RelatedThing,
  second: RelatedThing,
  relations: RelationReader,
): Reading | null {
  const stands = STANDS.test(between);
  if (!stands && !PLAIN_PLACE.test(between)) return null;
  if (relations.isPerson(first)) {
    if (WORKS.test(between)) return relations.readPlain('works_in', first, second);
    if (between.includes(' sits '))
      return relations.readPlain('works_in', first, second) ?? relations.readPlace(first, second);
    return stands && LIVES.test(between) ? relations.readPlace(first, second) : null;
  }
  if (relations.isOrganisation(first) && !relations.isPlace(first)) {
    return stands && /\b(?:meets?|sits?|stands?|lives?|based|housed)\b/.test(between)
      ? relations.readPlain('based_in', first, second)
      : null;
  }
  return /\b(?:not|never|no)\b/.test(between) ? null : relations.readPlace(first, second);
}

/** Swaps the ends. */
export function turn(reading: Reading | null): Reading | null {
  return reading && { type: reading.type, forward: !reading.forward };
}
