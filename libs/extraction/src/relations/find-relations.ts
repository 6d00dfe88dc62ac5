import type { ExtractableDocument, ExtractedRelation, RelatedThing } from '../extraction.js';
import { foldName } from '../names/name-forms.js';
import { headNounOf } from '../names/name-context.js';
import { fieldsOf, type Unit } from '../reading/read-layout.js';
import { Discourse } from './discourse.js';
import type { Mention, NameFinder } from './name-index.js';
import { readHeader } from './read-header.js';
import { readSentence } from './read-sentence.js';
import type { RelationReader, Told } from './relation-reader.js';
import { readTableRelations } from './table-relations.js';

const MAX_MENTIONS = 14;
const MAX_SENTENCE = 1_500;
/** Of a longer table the first rows tell the subject. */
const MAX_ROWS = 60;

const PRONOUN = /^(?:He|She|It|They)\b/;
const THE_NOUN = /^(?:The|This|Our) ((?:[\p{Ll}-]+ )?[\p{Ll}-]+)/u;
/** "The Order is": a word of the name of what the section is about. */
const THE_NAME = /^The (\p{Lu}\p{Ll}{2,})(?= \p{Ll})/u;
/** "Commands the town watch." after "Captain Rusk." */
const VERB_FIRST = /^\p{Lu}\p{Ll}{2,}s (?:the|an?|in|at|on|to|from|for|with|over|his|her|its|their|\p{Lu}\p{Ll}+) /u;
/** "A nurse of the Pale Rose", "Thane of Grimmelhold". */
const NOUN_FIRST = /^(?:An? (?:\p{Ll}+ ){0,3}|\p{Lu})\p{Ll}+ (?:of|at|in|to|for) /u;
const VERB = / (?:is|was|has|had|can|\p{Ll}{2,}(?:s|ed))$/u;
/** "Issued by Ada Finch.", "Located in the yard.": what is issued was named before. */
const NO_SUBJECT = /^(?:[-*•] )?\p{Lu}\p{Ll}+(?:ed|en|wn|pt|lt|de|ld|ade|ept|eld|uilt) (?:by|in|at|on|from|to|with) /u;

/** Finds relations between known entities: in sentences, in list items, in fields of the front matter, and in tables. */
export function findRelations(
  document: ExtractableDocument,
  units: readonly Unit[],
  index: NameFinder,
  relations: RelationReader,
): FoundRelations {
  const subject = subjectOf(document, titleOf(document), index);
  const told: Told[] = subject ? readFields(document, subject, index, relations) : [];
  const discourse = new Discourse(subject, relations);
  const tables = new Map<number, Unit[]>();
  for (const unit of units) {
    const rows = tables.get(unit.table);
    if (!rows) tables.set(unit.table, [unit]);
    else if (rows.length < MAX_ROWS) rows.push(unit);
  }
  const homes = new Homes(relations);
  let heading = '';
  let section: RelatedThing | undefined;
  for (const unit of units) {
    if (unit.heading !== heading) {
      heading = unit.heading;
      section = topicOf(heading, index.find(heading, 0, document.id));
      discourse.enter(section ?? subject);
    }
    if (unit.cells.length > 0 || unit.kind === 'row') {
      const cells = unit.cells.map((cell) => ({
        ...cell,
        mentions: index.find(cell.text, cell.start, document.id, document.links),
      }));
      told.push(
        ...(unit.kind === 'row'
          ? readTableRelations(unit, cells, tables.get(unit.table) ?? [], index, discourse.topic, relations)
          : []),
      );
      continue;
    }
    if (unit.text.length > MAX_SENTENCE) continue;
    const mentions = index.find(unit.text, unit.start, document.id, document.links).slice(0, MAX_MENTIONS);
    if (unit.opens) discourse.item = undefined;
    homes.add(unit, mentions, section);
    const stand = standIn(unit, discourse, relations);
    told.push(...readSentence(unit, mentions, stand, discourse, relations));
    discourse.leave(unit, mentions, stand);
    const [head] = mentions;
    if (unit.opens && head && (unit.kind === 'item' ? head.start - unit.start < 8 : isEntry(unit, mentions)))
      discourse.item = head.entity;
  }
  return { told: dedupe(told, document.id), homes: dedupe(homes.found(), document.id) };
}

/** A title without the marks of emphasis, in which names are looked for. */
export function titleOf({ title }: ExtractableDocument): string {
  return title.replace(/[*_]/g, '');
}

export interface FoundRelations {
  readonly told: readonly ExtractedRelation[];
  /** Where things stand if nothing else tells it: in the place of which the only section speaks that names them. */
  readonly homes: readonly ExtractedRelation[];
}

/** Collects in which section each thing is named. */
class Homes {
  private readonly sections = new Map<
    string,
    { readonly thing: RelatedThing; readonly topic: RelatedThing | null; readonly unit: Unit }
  >();

  constructor(private readonly relations: RelationReader) {}

  /** @param topic what the heading names; undefined outside of such a section */
  add(unit: Unit, mentions: readonly Mention[], topic: RelatedThing | undefined): void {
    for (const { entity } of mentions) {
      if (!this.relations.isFixture(entity)) continue;
      const known = this.sections.get(entity.id);
      if (!known) this.sections.set(entity.id, { thing: entity, topic: topic ?? null, unit });
      else if (known.topic?.id !== topic?.id) this.sections.set(entity.id, { ...known, topic: null });
    }
  }

  found(): Told[] {
    return [...this.sections.values()].flatMap(({ thing, topic, unit }) => {
      const reading =
        topic && thing.id !== topic.id && !this.relations.isPerson(topic)
          ? this.relations.readPart(thing, topic)
          : null;
      return reading && topic ? [{ first: thing, second: topic, reading, start: unit.start, end: unit.end }] : [];
    });
  }
}

/** Fields of the front matter; the evidence is where the text names the thing, else the beginning of the text. */
function readFields(
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

/** What a heading names, alone or before a colon: "Unit 2: Clarification". */
function topicOf(heading: string, [first, second]: readonly Mention[]): RelatedThing | undefined {
  if (!first) return undefined;
  const isWhole = !second && first.end - first.start >= heading.length - 4;
  const isHead = first.start <= 4 && /^(?:$|:| ?[(–—-]|,)/.test(heading.slice(first.end));
  return isWhole || isHead ? first.entity : undefined;
}

/** The entity that the document is about: that of its title, else the one name in the title. */
function subjectOf(document: ExtractableDocument, title: string, index: NameFinder): RelatedThing | undefined {
  const mentions = index.find(title, 0, document.id);
  const own = mentions.find(({ entity }) => entity.describedIn.includes(document.id));
  const [first] = mentions;
  return (own ?? (mentions.length === 1 || first?.start === 0 ? first : undefined))?.entity;
}

/** What a sentence's first word stands for: "He", "It", "The company", or nothing at all: "Issued by …". */
function standIn(unit: Unit, discourse: Discourse, relations: RelationReader): Mention | undefined {
  const { item, topic, lastSubject } = discourse;
  const { start } = unit;
  const before = item ?? lastSubject;
  if (item && (NO_SUBJECT.test(unit.text) || VERB_FIRST.test(unit.text)))
    return { entity: item, start, end: start, form: 'left out' };
  const described = item ?? (unit.opens ? topic : undefined);
  if (described && NOUN_FIRST.test(unit.text) && relations.isKindOf(described, headNounOf(nounPhraseOf(unit.text))))
    return { entity: described, start, end: start, form: 'described' };
  if (item && NO_SUBJECT.test(unit.text)) return { entity: item, start, end: start, form: 'left out' };
  const pronoun = PRONOUN.exec(unit.text)?.[0];
  if (pronoun !== undefined) {
    const fits = (entity: RelatedThing | undefined): boolean =>
      entity !== undefined &&
      (/^(?:He|She)$/.test(pronoun) ? relations.isPerson(entity) : pronoun !== 'It' || !relations.isPerson(entity)) &&
      (pronoun !== 'They' || relations.isOrganisation(entity));
    const entity = [before, topic].find(fits);
    return entity && { entity, start, end: start + pronoun.length };
  }
  const name = THE_NAME.exec(unit.text)?.[1];
  if (
    name !== undefined &&
    topic &&
    !relations.isPerson(topic) &&
    foldName(topic.name).split(' ').includes(name.toLowerCase())
  )
    return { entity: topic, start, end: start + 4 + name.length };
  const noun = THE_NOUN.exec(unit.text)?.[1];
  if (noun === undefined || !topic) return undefined;
  for (const words of [noun, noun.split(' ')[0] ?? '']) {
    const head = words.split(' ').at(-1) ?? '';
    const isTopic =
      head === topic.type?.toLowerCase() ||
      ((words === noun || VERB.test(noun)) && relations.isOrganisation(topic) && relations.isKindOf(topic, head)) ||
      foldName(topic.name).split(' ').includes(head);
    if (isTopic && !relations.isPerson(topic))
      return { entity: topic, start, end: start + unit.text.indexOf(words) + words.length };
  }
  return undefined;
}

/** "Captain Rusk. Commands the town watch.": a paragraph that begins with a name as an entry of a list does. */
function isEntry(unit: Unit, [first, second]: readonly Mention[]): boolean {
  return (
    first !== undefined &&
    !second &&
    first.start - unit.start < 14 &&
    first.end >= unit.end - 1 &&
    /[.:]$/.test(unit.text)
  );
}

function nounPhraseOf(text: string): string {
  return (/^(?:An? )?(.{2,60}?) (?:of|at|in|to|for) /u.exec(text)?.[1] ?? '').toLowerCase();
}

function dedupe(told: readonly Told[], document: string): ExtractedRelation[] {
  const relations = new Map<string, ExtractedRelation>();
  for (const { first, second, reading, start, end, isDoubtful = false } of told) {
    const [from, to] = reading.forward ? [first.id, second.id] : [second.id, first.id];
    if (from === to) continue;
    const key = `${from}\n${reading.type}\n${to}`;
    const known = relations.get(key);
    if (!known || (known.isDoubtful && !isDoubtful))
      relations.set(key, { from, type: reading.type, to, evidence: { document, start, end }, isDoubtful });
  }
  return [...relations.values()];
}
