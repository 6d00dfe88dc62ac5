import type { RelatedThing } from '../extraction.js';
import { headNounOf } from '../names/name-context.js';
import { isPersonNoun, singularOf } from '../reading/concepts.js';
import type { Unit } from '../reading/read-layout.js';
import type { Discourse } from './discourse.js';
import type { Mention } from './name-index.js';
import { turn } from './relation-patterns.js';
import type { Reading, RelationReader, Told } from './relation-reader.js';

const OWN_ROLE =
  /(?:^(?:The|Its|His|Her|Their|Our)|[,;:] (?:its|his|her|their)| and (?:its|his|her|their)|^(?:[\p{L}-]+ ){0,3}?(?:[Ii]ts|[Hh]is|[Hh]er)) ((?:[\p{Ll}-]+ ){0,3}[\p{Ll}-]+)(?:,| is| was| are)? (?:the |an? )?$/u;
const LABELLED_ROLE = /^(?:[-*•] )?((?:[\p{L}-]+ ){0,4}[\p{L}-]+)(?: of the \p{Ll}+)?: $/u;
/** "Its base is the Salt Hall": nouns for where somebody or something is. */
const SEAT =
  /^(?:office|headquarters|base|seat|home|hall|workshop|depot|station|house|lair|centre|campus|harbour|port|stable)$/;
/** "has three fitters (", "its members are ", "five engineers: ". */
const LIST_OF_PEOPLE =
  /(?:^|[\s(])(\p{Ll}{3,20}s|members|staff|crew|people)(?: \(|: |,? namely |,? (?:are|were|include|including) (?:also )?(?:the )?|(?<=(?:two|three|four|five|six|\d) (?:\p{Ll}{2,20} )?\p{Ll}{3,20}), )$/u;
/** "there are Ada and Ben", "the team has also had Ada". */
const PEOPLE_OF_TOPIC =
  /(?:^|[\s,])(?:there (?:is|are)|has(?: also)? (?:had|gained|got)|includes?|was joined by|is joined by)(?: also)? $/u;
/** "The team has ", "She leads ", "We have ": after it the people are the subject's own. */
const HAVING =
  /(?:^|[\s,;])(?:has|have|had|with|employs?|counts?|includes?|consists? of|[Ii]ts|[Oo]ur|[Tt]heir|[Tt]he) (?:[\p{L}\d-]+ ){0,4}$/u;

/** "Its clinical lead is …", "The deputy is …", "His sister …", "- Ward manager: …": a role toward the subject. */
export function addOwnRole(
  before: string,
  second: Mention,
  all: readonly Mention[],
  at: number,
  unit: Unit,
  subject: RelatedThing,
  relations: RelationReader,
  add: (first: RelatedThing, second: RelatedThing, reading: Reading | null) => boolean,
): boolean {
  const role =
    OWN_ROLE.exec(before)?.[1] ??
    (unit.kind === 'item' || before.endsWith(': ') ? LABELLED_ROLE.exec(before)?.[1]?.toLowerCase() : undefined);
  if (role === undefined) return false;
  // "Joram Thule … His sister Maud": the sentence's own subject comes first.
  const isOwn =
    /\b(?:its|his|her|their) [\p{L} -]{1,60}(?:,| is| was)? (?:the |an? )?$/u.test(before) &&
    !/^(?:Its|His|Her|Their|The) /.test(unit.text);
  const own = isOwn ? all[at - 1]?.entity : undefined;
  const of = own && own.id !== second.entity.id && at > 0 && all[0] ? all[0].entity : subject;
  const noun = headNounOf(role.toLowerCase());
  if (SEAT.test(noun) && !relations.isPerson(second.entity) && !relations.isPerson(of))
    return add(of, second.entity, relations.readPlace(of, second.entity));
  return add(of, second.entity, turn(relations.readRole(role.toLowerCase(), second.entity, of)));
}

/** "The team has three fitters (Joan, Kit and Dario) and an electrician, Wen": people of the sentence's subject, or of its topic. */
export function readListedRole(
  unit: Unit,
  mentions: readonly Mention[],
  stand: Mention | undefined,
  discourse: Discourse,
  relations: RelationReader,
): Told[] {
  const told: Told[] = [];
  for (const [at, mention] of mentions.entries()) {
    if (!relations.isPerson(mention.entity)) continue;
    const before = unit.text.slice(0, mention.start - unit.start);
    const plural = LIST_OF_PEOPLE.exec(before);
    const noun = plural?.[1];
    const isTold = PEOPLE_OF_TOPIC.test(before);
    if (!isTold && (!plural || noun === undefined)) continue;
    const isPeople =
      isTold ||
      noun === undefined ||
      /^(?:staff|crew|people)$/.test(noun) ||
      (singularOf(noun) !== noun && isPersonNoun(noun));
    if (!isPeople || (plural && !isTold && !HAVING.test(before.slice(0, plural.index + 1)))) continue;
    const [first] = mentions;
    const subject = stand?.entity ?? (at > 0 ? first?.entity : undefined);
    const body = [subject, discourse.topic, discourse.lastSubject].find(
      (one) => one !== undefined && !relations.isPerson(one) && relations.readMember(mention.entity, one) !== null,
    );
    if (!body) continue;
    for (const person of peopleFrom(unit, mentions, at, relations)) {
      const reading = relations.readMember(person, body);
      if (reading) told.push({ first: person, second: body, reading, start: unit.start, end: unit.end });
    }
  }
  return told;
}

/** A list of people: "A, B and C". */
function peopleFrom(unit: Unit, mentions: readonly Mention[], from: number, relations: RelationReader): RelatedThing[] {
  const people: RelatedThing[] = [];
  for (let at = from; at < mentions.length; at++) {
    const [previous, mention] = [mentions[at - 1], mentions[at]];
    if (!mention || !relations.isPerson(mention.entity)) break;
    const gap = previous && at > from ? unit.text.slice(previous.end - unit.start, mention.start - unit.start) : ', ';
    if (!/^(?:,|,? and|\)? and (?:an?|the|one) \p{Ll}+,)(?: (?:Dr|Mr|Mrs|Ms|Sister|Brother))? $/u.test(gap)) break;
    people.push(mention.entity);
  }
  return people;
}
