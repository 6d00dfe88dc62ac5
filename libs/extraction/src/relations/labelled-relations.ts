import type { ExtractableDocument, ExtractedEntity } from '../extraction.js';
import { fieldsOf, type Unit } from '../reading/read-layout.js';
import type { Mention, NameIndex } from './name-index.js';
import type { RelationReader, Told } from './relation-reader.js';
import { readHeader } from './table-relations.js';

const MEMBERS = /\b(?:members?|crew|staff|team|people|personnel|officers|roster|who is who|who we are)\b/i;
/** "Location: Stonewick", "- Keeper: Ben Moss". */
const LABEL = /^(?:[-*•] )?(\p{L}[\p{L} ]{1,40}): (?:the )?$/u;

/** Fields of the front matter; the evidence is where the text names the thing, else the beginning of the text. */
export function readFields(
  document: ExtractableDocument,
  subject: ExtractedEntity,
  index: NameIndex,
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
  [first]: readonly Mention[],
  topic: ExtractedEntity | undefined,
  relations: RelationReader,
): Told[] {
  const label = first && LABEL.exec(unit.text.slice(0, first.start - unit.start))?.[1];
  if (!first || label === undefined || !topic || first.entity.id === topic.id) return [];
  const reading = readHeader(label, topic, first.entity, relations);
  return reading ? [{ first: topic, second: first.entity, reading, start: unit.start, end: unit.end }] : [];
}

/** An item that begins with a person, under "Members". */
export function readMember(
  unit: Unit,
  [first]: readonly Mention[],
  topic: ExtractedEntity | undefined,
  relations: RelationReader,
): Told[] {
  const isMember =
    unit.kind === 'item' && MEMBERS.test(unit.heading) && first !== undefined && first.start - unit.start < 4;
  if (!isMember || !topic || !relations.isPerson(first.entity) || first.entity.id === topic.id) return [];
  const reading = relations.readRole('member', first.entity, topic);
  return reading ? [{ first: first.entity, second: topic, reading, start: unit.start, end: unit.end }] : [];
}
