import type { ExtractableDocument, RelatedThing } from '../extraction.js';
import { isPersonNoun, singularOf } from '../reading/concepts.js';
import { fieldsOf, type Unit } from '../reading/read-layout.js';
import type { Mention, NameFinder } from './name-index.js';
import type { Reading, RelationReader, Told } from './relation-reader.js';
import { leading, type ReadCell } from './table-relations.js';
import { headNounOf } from '../names/name-context.js';
import { readHeader } from './read-header.js';
import { turn } from './relation-patterns.js';

const MEMBERS = /\b(?:members?|crew|staff|team|people|personnel|officers|roster|who is who|who we are)\b/i;
/** "Location: Stonewick", "- Keeper: Ben Moss". */
const LABEL = /^(?:[-*•] )?((?:[\p{L}-]{1,20} ){0,3}[\p{L}-]{2,20}) ?: (?:the )?(?:\p{Ll}{3,12} of (?:the )?)?$/u;

const BEGINNING_WITH_TITLE = /^(?:[-*•] |\d{1,2}[.)] )?(?:the )?(?:\p{Lu}[\p{L}.]* ){0,2}$/u;
const SUBJECT_MATTER =
  /^(?::| [–—-]|,) (?:\p{Ll}[\p{Ll}-]* ){1,6}?(?:of|on|at|in|for|to)(?: the| all)? (?:\p{Ll}[\p{Ll}-]* ){0,2}$/u;
const LISTED = /^(?:,|,? and|,? with)(?: the)? $/;
/** "Jossa the peddler, the twins Edda and Odo" */
const LISTED_PEOPLE = /^(?: the \p{Ll}+)?(?:,|,? and)(?: the(?: \p{Ll}+)?)? $/u;
/** What stands before the name of an item: "clear water tank T-500". */
const BEGINNING = /^(?:[-*•] )?(?:(?:[Tt]he|[Aa]n?|[Oo]ur) )?(?:\p{Ll}[\p{Ll}-]* ){0,3}$/u;
/** "What we run", "Systems that we maintain:". */
const OUR_OWN = /\b(?:we|they|it|team) (run|maintain|look after|own|operate|keep|support|build|sell)\b/i;
const OWN_VERBS: Readonly<Record<string, string>> = {
  run: 'run',
  maintain: 'maintained',
  'look after': 'maintained',
  own: 'owned',
  operate: 'operated',
  keep: 'kept',
  support: 'maintained',
  build: 'built',
  sell: 'sold',
};
const CONSISTS =
  /\b(?:consists? of|comprises?|contains?|includes?|has|have|houses|is made up of|is divided into|holds)\b/;

/** Fields of the front matter; the evidence is where the text names the thing, else the beginning of the text. */
export function readFields(
  document: ExtractableDocument,
  subject: RelatedThing,
  index: NameFinder,
  relations: RelationReader,
): Told[] {
  return fieldsOf(document.metadata).flatMap(([field, value]) => {
    const [mention, another] = index.find(value, 0, document.id);
    if (!mention || another || mention.start > 4) return [];
    const reading = readHeader(field, subject, mention.entity, relations);
    const at = document.text.indexOf(value);
    const [start, end] = at < 0 ? [0, 0] : [at, at + value.length];
    return reading ? [{ first: subject, second: mention.entity, reading, start, end }] : [];
  });
}

/** "Location: Stonewick": what the label says of the subject. */
export function readLabel(
  unit: Unit,
  mentions: readonly Mention[],
  topic: RelatedThing | undefined,
  relations: RelationReader,
): Told[] {
  const [first] = mentions;
  const label = first && LABEL.exec(unit.text.slice(0, first.start - unit.start))?.[1];
  if (!first || label === undefined || !topic) return [];
  const isMembers = MEMBERS.test(label);
  return listFrom(unit, mentions, isMembers ? LISTED_PEOPLE : LISTED).flatMap((entity, index) => {
    if (entity.id === topic.id || (index > 0 && entity.type !== first.entity.type)) return [];
    const member = isMembers && relations.isPerson(entity) ? turn(relations.readMember(entity, topic)) : null;
    const reading = member ?? readHeader(label, topic, entity, relations);
    return reading ? [{ first: topic, second: entity, reading, start: unit.start, end: unit.end }] : [];
  });
}

/** "- Ada Finch: Kestrel" and "- Kestrel: Ada Finch" under "Masters": the list tells what its people are to its things. */
export function readListOfRoles(unit: Unit, [first, second]: readonly Mention[], relations: RelationReader): Told[] {
  if (
    unit.kind !== 'item' ||
    !first ||
    !second ||
    !BEGINNING_WITH_TITLE.test(unit.text.slice(0, first.start - unit.start))
  )
    return [];
  const gap = unit.text.slice(first.end - unit.start, second.start - unit.start);
  const noun = headNounOf((unit.lead || unit.heading).replace(/:$/, '').toLowerCase());
  const role = singularOf(noun);
  if (!/^(?::| [–—-]|,) (?:the |(?:\p{Lu}[\p{L}.]* ){1,2})?$/u.test(gap) || role === noun || !isPersonNoun(role))
    return [];
  const [person, thing] = relations.isPerson(first.entity) ? [first, second] : [second, first];
  if (!relations.isPerson(person.entity) || relations.isPerson(thing.entity)) return [];
  const reading = relations.readRole(role, person.entity, thing.entity);
  return reading ? [{ first: person.entity, second: thing.entity, reading, start: unit.start, end: unit.end }] : [];
}

/** "- PW-1180: cleaning of C-202": what a paper or an event of a list is about. */
export function readSubjectMatter(unit: Unit, [first, second]: readonly Mention[], relations: RelationReader): Told[] {
  if (
    !first ||
    !second ||
    first.start - unit.start > 2 ||
    relations.isPerson(second.entity) ||
    first.entity.id === second.entity.id
  )
    return [];
  const isAbout = SUBJECT_MATTER.test(unit.text.slice(first.end - unit.start, second.start - unit.start));
  const kind = relations.kindOf(first.entity);
  if (!isAbout || kind === null) return [];
  const reading = relations.readPlain(kind === 'event' ? 'affects' : 'applies_to', first.entity, second.entity);
  return reading ? [{ first: first.entity, second: second.entity, reading, start: unit.start, end: unit.end }] : [];
}

/** An item that begins with a person, under "Members". */
export function readMember(
  unit: Unit,
  [first]: readonly Mention[],
  topic: RelatedThing | undefined,
  relations: RelationReader,
): Told[] {
  const isMember =
    unit.kind === 'item' &&
    (MEMBERS.test(unit.heading) || MEMBERS.test(unit.lead)) &&
    first !== undefined &&
    first.start - unit.start < 4;
  if (!isMember || !topic || !relations.isPerson(first.entity) || first.entity.id === topic.id) return [];
  const reading = relations.readMember(first.entity, topic);
  return reading ? [{ first: first.entity, second: topic, reading, start: unit.start, end: unit.end }] : [];
}

/** The item of a list under "North Area" or "The yard consists of:" is in it; one under "What we run" is run by the topic. */
export function readLead(
  unit: Unit,
  mentions: readonly Mention[],
  lead: readonly Mention[],
  topic: RelatedThing | undefined,
  relations: RelationReader,
): Told[] {
  const [first] = mentions;
  if (unit.kind !== 'item' || !unit.opens || !first || !BEGINNING.test(unit.text.slice(0, first.start - unit.start)))
    return [];
  const tell = (thing: RelatedThing, whole: RelatedThing | undefined, reading: Reading | null): Told[] =>
    reading && whole && thing.id !== whole.id
      ? [{ first: thing, second: whole, reading, start: unit.start, end: unit.end }]
      : [];
  const things = listFrom(unit, mentions);
  const verb = OUR_OWN.exec(unit.lead)?.[1] ?? (unit.lead === '' ? OUR_OWN.exec(unit.heading)?.[1] : undefined);
  if (verb !== undefined && topic)
    return things.flatMap((thing) =>
      relations.isPerson(thing) ? [] : tell(thing, topic, relations.readPassive(OWN_VERBS[verb] ?? verb, thing, topic)),
    );
  const [only] = lead;
  if (!only || lead.length !== 1) return [];
  const isName = only.end - only.start >= unit.lead.replace(/:$/, '').length - 4;
  if (!isName && !CONSISTS.test(unit.lead)) return [];
  return things.flatMap((thing) => {
    const { entity } = only;
    if (relations.isPerson(thing)) return tell(thing, entity, relations.readMember(thing, entity));
    return relations.isPlace(entity) && !relations.isPerson(entity)
      ? tell(thing, entity, relations.readPlace(thing, entity))
      : [];
  });
}

function listFrom(unit: Unit, mentions: readonly Mention[], gapOf = LISTED): RelatedThing[] {
  const things: RelatedThing[] = [];
  for (const [at, mention] of mentions.entries()) {
    const previous = mentions[at - 1];
    const gap = previous ? unit.text.slice(previous.end - unit.start, mention.start - unit.start) : '';
    if (previous && !gapOf.test(gap)) break;
    things.push(mention.entity);
  }
  return things;
}

/** "Sponsor: Ada Finch Area affected: Lower Wick": fields of a form about the thing of its first field, else of its heading. */
export function readForm(
  cells: readonly ReadCell[],
  topic: RelatedThing | undefined,
  relations: RelationReader,
): Told[] {
  const [first] = cells;
  const own = first && leading(first);
  const subject =
    own && !relations.isPerson(own) && relations.isKindOf(own, headNounOf(first.header.toLowerCase())) ? own : topic;
  if (!subject) return [];
  return cells.flatMap((cell) => {
    const header = cell.header.toLowerCase();
    const found = cell.mentions.filter(({ entity }) => entity.id !== subject.id);
    if (header === 'author' || header === 'owner') return [];
    const affected = /^(?:\p{Ll}+ )?affected(?: \p{Ll}+)?$/u.test(header);
    return found.flatMap(({ entity }) => {
      const reading = affected
        ? relations.readPlain('affects', subject, entity)
        : MEMBERS.test(header) && relations.isPerson(entity)
          ? turn(relations.readMember(entity, subject))
          : readHeader(header, subject, entity, relations);
      return reading ? [{ first: subject, second: entity, reading, start: cell.start, end: cell.end }] : [];
    });
  });
}
