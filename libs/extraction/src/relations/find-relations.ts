import type { ExtractableDocument, ExtractedEntity, ExtractedRelation } from '../extraction.js';
import { foldName } from '../names/name-forms.js';
import type { Unit } from '../reading/read-layout.js';
import { readFields, readLabel, readMember } from './labelled-relations.js';
import type { Mention, NameIndex } from './name-index.js';
import { type Pair, readPair, turn } from './relation-patterns.js';
import type { Reading, RelationReader, Told } from './relation-reader.js';
import { readTableRelations } from './table-relations.js';

const MAX_MENTIONS = 14;
const MAX_SENTENCE = 1_500;
/** Of a longer table the first rows tell the subject. */
const MAX_ROWS = 60;
/** How many mentions further a relation may reach. */
const REACH = 4;

const PRONOUN = /^(?:He|She|It|They)\b/;
const OWN_ROLE =
  /(?:^(?:The|Its|His|Her|Their|Our)|[,;:] (?:its|his|her|their)| and (?:its|his|her|their)|^(?:[\p{L}-]+ ){0,3}?(?:[Ii]ts|[Hh]is|[Hh]er)) ((?:[\p{Ll}-]+ ){0,3}[\p{Ll}-]+)(?:,| is| was| are)? (?:the |an? )?$/u;
const LABELLED_ROLE = /^(?:[-*•] )?((?:[\p{L}-]+ ){0,4}[\p{L}-]+)(?: of the \p{Ll}+)?: $/u;
const THE_NOUN = /^(?:The|This|Our) ((?:[\p{Ll}-]+ )?[\p{Ll}-]+)/u;

/** Finds relations between known entities: in sentences, in list items, in labels and fields, and in tables. */
export function findRelations(
  document: ExtractableDocument,
  units: readonly Unit[],
  index: NameIndex,
  relations: RelationReader,
): ExtractedRelation[] {
  const title = document.title.replace(/[*_]/g, '');
  const subject = subjectOf(document, title, index);
  const told: Told[] = subject ? readFields(document, subject, index, relations) : [];
  let heading = '';
  let topic = subject;
  let last: ExtractedEntity | undefined = subject;
  let lastPerson: ExtractedEntity | undefined;
  const tables = new Map<number, Unit[]>();
  for (const unit of units) {
    const rows = tables.get(unit.table);
    if (!rows) tables.set(unit.table, [unit]);
    else if (rows.length < MAX_ROWS) rows.push(unit);
  }
  for (const unit of units) {
    if (unit.heading !== heading) {
      heading = unit.heading;
      const named = index.find(heading, 0, document.id);
      const [only] = named;
      topic = named.length === 1 && only && only.end - only.start >= heading.length - 4 ? only.entity : subject;
      last = topic;
    }
    if (unit.kind === 'row') {
      const cells = unit.cells.map((cell) => ({
        ...cell,
        mentions: index.find(cell.text, cell.start, document.id, document.links),
      }));
      told.push(...readTableRelations(unit, cells, tables.get(unit.table) ?? [], index, topic, relations));
      continue;
    }
    if (unit.text.length > MAX_SENTENCE) continue;
    const mentions = index.find(unit.text, unit.start, document.id, document.links).slice(0, MAX_MENTIONS);
    const stand = standIn(unit, topic, last, relations);
    told.push(...readUnit(unit, mentions, stand, topic, ownerOf(topic, lastPerson, relations), relations));
    last = lastSubject(unit, mentions, stand) ?? last;
    if (last && relations.isPerson(last)) lastPerson = last;
  }
  return dedupe(told, document.id);
}

/** The entity that the document is about: that of its title, else the one name in the title. */
function subjectOf(document: ExtractableDocument, title: string, index: NameIndex): ExtractedEntity | undefined {
  const mentions = index.find(title, 0, document.id);
  const own = mentions.find(({ entity }) => entity.describedIn.includes(document.id));
  const [first] = mentions;
  return (own ?? (mentions.length === 1 || first?.start === 0 ? first : undefined))?.entity;
}

/** What a sentence's first word stands for: "He", "It", "The company". */
function standIn(
  unit: Unit,
  topic: ExtractedEntity | undefined,
  last: ExtractedEntity | undefined,
  relations: RelationReader,
): Mention | undefined {
  const pronoun = PRONOUN.exec(unit.text)?.[0];
  if (pronoun !== undefined) {
    const fits = (entity: ExtractedEntity | undefined): boolean =>
      entity !== undefined &&
      (/^(?:He|She)$/.test(pronoun) ? relations.isPerson(entity) : pronoun !== 'It' || !relations.isPerson(entity));
    const entity = fits(last) ? last : fits(topic) ? topic : undefined;
    return entity && { entity, start: unit.start, end: unit.start + pronoun.length };
  }
  const noun = THE_NOUN.exec(unit.text)?.[1];
  if (noun === undefined || !topic) return undefined;
  for (const words of [noun, noun.split(' ')[0] ?? '']) {
    const head = words.split(' ').at(-1) ?? '';
    const isTopic = head === topic.type?.toLowerCase() || foldName(topic.name).split(' ').includes(head);
    if (isTopic && !relations.isPerson(topic))
      return { entity: topic, start: unit.start, end: unit.start + unit.text.indexOf(words) + words.length };
  }
  return undefined;
}

/** Whom "his" and "her" mean at the head of a sentence. */
function ownerOf(
  topic: ExtractedEntity | undefined,
  last: ExtractedEntity | undefined,
  relations: RelationReader,
): ExtractedEntity | undefined {
  return [topic, last].find((entity) => entity !== undefined && relations.isPerson(entity)) ?? topic;
}

function lastSubject(
  unit: Unit,
  mentions: readonly Mention[],
  stand: Mention | undefined,
): ExtractedEntity | undefined {
  if (stand) return stand.entity;
  const [first] = mentions;
  return first && (mentions.length === 1 || first.start - unit.start < 25) ? first.entity : undefined;
}

function readUnit(
  unit: Unit,
  mentions: readonly Mention[],
  stand: Mention | undefined,
  topic: ExtractedEntity | undefined,
  owner: ExtractedEntity | undefined,
  relations: RelationReader,
): Told[] {
  const told: Told[] = [
    ...readMember(unit, mentions, topic, relations),
    ...readLabel(unit, mentions, topic, relations),
  ];
  const all = stand && !(mentions[0] && mentions[0].start < stand.end) ? [stand, ...mentions] : mentions;
  const add = (first: ExtractedEntity, second: ExtractedEntity, reading: Reading | null): boolean => {
    if (!reading || first.id === second.id) return false;
    told.push({ first, second, reading, start: unit.start, end: unit.end });
    return true;
  };
  for (const [at, second] of all.entries()) {
    const before = unit.text.slice(0, second.start - unit.start);
    const previous = stand?.entity ?? (/^(?:His|Her) /.test(unit.text) ? owner : topic);
    const isRoleRead =
      second !== stand && previous !== undefined && addOwnRole(before, second, all, at, unit, previous, relations, add);
    if (isRoleRead) continue;
    for (let back = at - 1; back >= Math.max(0, at - REACH); back--) {
      const first = all[back];
      if (!first) continue;
      const pair: Pair = {
        first: first.entity,
        second: second.entity,
        between: flatten(unit, all.slice(back + 1, at), first.end, second.start),
        before: unit.text.slice(0, Math.max(0, first.start - unit.start)),
        after: unit.text.slice(second.end - unit.start),
      };
      const isSubject = first === stand || /^(?:(?:The|An?) )?$/.test(pair.before);
      const clause = isSubject ? lastClause(pair.between) : undefined;
      const reading =
        readPair(pair, relations) ?? (clause === undefined ? null : readPair({ ...pair, between: clause }, relations));
      if (add(pair.first, pair.second, reading)) {
        addCoordinated(unit, all, at, first, told, relations);
        break;
      }
    }
  }
  return told;
}

/** "Its clinical lead is …", "The deputy is …", "His sister …", "- Ward manager: …": a role toward the subject. */
function addOwnRole(
  before: string,
  second: Mention,
  all: readonly Mention[],
  at: number,
  unit: Unit,
  subject: ExtractedEntity,
  relations: RelationReader,
  add: (first: ExtractedEntity, second: ExtractedEntity, reading: Reading | null) => boolean,
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
  return add(of, second.entity, turn(relations.readRole(role.toLowerCase(), second.entity, of)));
}

/** The text between two mentions; mentions in between lose their words in parentheses and appositions. */
function flatten(unit: Unit, between: readonly Mention[], from: number, to: number): string {
  let text = '';
  let at = from;
  for (const mention of between) {
    text += `${unit.text.slice(at - unit.start, mention.start - unit.start)}§`;
    at = mention.end;
  }
  text += unit.text.slice(at - unit.start, to - unit.start);
  // "- Hanna Lind: engineer in the Platform team"
  return (unit.kind === 'item' ? text.replace(/^(?::| [–—-]) /, ', ') : text)
    .replace(/\s+/g, ' ')
    .replace(/ \([^()]{0,60}\)/g, '')
    .replace(/^, (?:which|who) [^,]{1,60}, (?=\p{Ll})/u, ' ')
    .replace(/^ the \p{Ll}{3,20} (?=\p{Ll}+s )/u, ' ')
    .replace(/^ (?:of|from|in|at) (?:the )?§(?=[, ])/, '')
    .replace(/\b(the|an?) § (?=\p{Ll}+ (?:of|for|in|at|to) )/u, '$1 ');
}

/** "has 64 members and meets in the": the last verb of a subject with several. */
function lastClause(between: string): string | undefined {
  const at = Math.max(between.lastIndexOf(' and '), between.lastIndexOf(', '));
  if (at <= 0 || between.length > 160) return undefined;
  const isAnd = between.startsWith(' and ', at);
  const clause = between.slice(isAnd ? at + 4 : at + 1);
  if (isAnd && /^ (?:an?|the) /.test(clause)) return ` is${clause}`;
  return /^ \p{Ll}{3,}s /u.test(clause) || /^ (?:is|was|led|run|\p{Ll}{3,}ed by|at war) /u.test(clause)
    ? clause
    : undefined;
}

/** "keeps A, B and C": what holds of A holds of the others in the list. */
function addCoordinated(
  unit: Unit,
  all: readonly Mention[],
  at: number,
  first: Mention,
  told: Told[],
  relations: RelationReader,
): void {
  const base = told.at(-1);
  const head = all[at];
  if (!base || !head) return;
  for (let next = at + 1; next < all.length; next++) {
    const [previous, other] = [all[next - 1], all[next]];
    if (!previous || !other) return;
    const gap = unit.text.slice(previous.end - unit.start, other.start - unit.start);
    const isSameKind =
      other.entity.type === head.entity.type || relations.isPerson(other.entity) === relations.isPerson(head.entity);
    const isListed = /^(?:,|,? and|,? or|, that is for)(?: for)?(?: the)? $/.test(gap);
    const isOtherEnd = base.reading.type === 'connects' && /^ (?:to|with)(?: the)? $/.test(gap);
    if (!(isListed || isOtherEnd) || !isSameKind) return;
    if (other.entity.id !== first.entity.id) told.push({ ...base, second: other.entity });
  }
}

function dedupe(told: readonly Told[], document: string): ExtractedRelation[] {
  const relations = new Map<string, ExtractedRelation>();
  for (const { first, second, reading, start, end } of told) {
    const [from, to] = reading.forward ? [first.id, second.id] : [second.id, first.id];
    if (from === to) continue;
    const key = `${from}\n${reading.type}\n${to}`;
    if (!relations.has(key)) relations.set(key, { from, type: reading.type, to, evidence: { document, start, end } });
  }
  return [...relations.values()];
}
