import type { OutputOf } from '@arbiter/client';
import type { AtlasNode } from './atlas.js';

export type RecordedChange = OutputOf<'listChanges'>['changes'][number];
type Entry = RecordedChange['entry'];
type EntityUpdate = Entry['entity_updates'][number];
type RelationshipUpdate = Entry['relationship_updates'][number];
export type Correction = OutputOf<'listGraphCorrections'>['corrections'][number]['correction'];

/** Longest label on a map, in UTF-16 code units. */
const LONGEST_LABEL = 60;

/** `led_by` → `led by`. */
export function inWords(term: string): string {
  return term.replaceAll(/[_\s]+/g, ' ').trim();
}

/** `drowned-heron` → `drowned heron`: what a changelog calls a thing, where its name is not known. */
export function idInWords(id: string): string {
  return id.replaceAll(/[-_]+/g, ' ').trim();
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** Name and size of a group, or the name of an entity, as a map has it. */
export function labelOf({ id, name, size, hidden }: AtlasNode): string {
  const short = name.length > LONGEST_LABEL ? `${name.slice(0, LONGEST_LABEL - 1).trimEnd()}…` : name;
  if (!id.startsWith('c:')) return short;
  return hidden < size ? (hidden > 0 ? `${short} · ${hidden} more` : short) : `${short}\n${size}`;
}

/** What a reader of screens is told of a thing on the map. */
export function described(node: AtlasNode): string {
  const { id, name, type, status, since, size, hidden, isOpen } = node;
  if (id.startsWith('c:')) {
    return `Group ${name}, ${counted(size, 'member')}, ${hidden === 0 ? 'all' : size - hidden} shown, ${isOpen ? 'open' : 'closed'}`;
  }
  const standing = status === null ? '' : `, ${status}${since === null ? '' : ` since session ${since}`}`;
  return `${name}, ${inWords(type)}${standing}, ${counted(size, 'relation')}${hidden > 0 ? `, ${hidden} not shown` : ''}`;
}

const KNOWN_KEYS = new Set(['entity_id', 'entity_type', 'status', 'old_status', 'from', 'to', 'new_status']);

function restOf(update: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(update)
    .filter(([key, value]) => !KNOWN_KEYS.has(key) && value !== null && value !== undefined)
    .map(
      ([key, value]) =>
        `${inWords(key)} ${[value]
          .flat()
          .map((each) => plain(each))
          .join(', ')}`,
    );
}

function plain(value: unknown): string {
  return typeof value === 'string' ? idInWords(value) : JSON.stringify(value);
}

/** An update in words, apart from the names in it: `is destroyed (was open) · destroyed by dutch annis`. */
export function updateInWords({ status, old_status: old, ...rest }: EntityUpdate): string {
  const said =
    status === undefined ? [] : [`is ${status}${old !== undefined && old !== status ? ` (was ${old})` : ''}`];
  return [...said, ...restOf(rest)].join(' · ');
}

/** Between the two names: `holds`, `no longer holds`, `is hostile to`. */
export function relationInWords({ new_status: now, old_status: old }: RelationshipUpdate): string {
  if (now === 'none') return old === undefined ? 'no longer has to do with' : `no longer ${inWords(old)}`;
  return inWords(now);
}

/** What a correction of the graph did, without its author. */
export function correctionInWords(correction: Correction): string {
  const name = (id: string): string => `“${idInWords(id)}”`;
  if (correction.kind === 'merge')
    return `${correction.entities.map(name).join(', ')} became part of ${name(correction.into)}`;
  if (correction.kind === 'split') return `“${correction.name}” was split off from ${name(correction.entity)}`;
  const about = Object.values(correction).filter((value) => typeof value === 'string');
  return `${inWords(correction.kind)}: ${about.slice(1).map(idInWords).join(', ')}`.replaceAll('-', ' ');
}

/** The day of a time, in the reader's language. */
export function dayOf(time: string): string {
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? time : at.toLocaleDateString(undefined, { dateStyle: 'medium' });
}
