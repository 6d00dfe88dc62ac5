import type { OutputOf } from '@arbiter/client';
import { counted } from '../../parts/counted.js';
import type { AtlasNode, Subgraph } from './atlas.js';

export type RecordedChange = OutputOf<'listChanges'>['changes'][number];
type Entry = RecordedChange['entry'];
type Correction = OutputOf<'listGraphCorrections'>['corrections'][number]['correction'];

/** Longest label on a map, in UTF-16 code units. */
const LONGEST_LABEL = 60;

/** `led_by` → `led by`, and `drowned-heron` → `drowned heron`, where the name of a thing is not known. */
export function inWords(term: string): string {
  return term.replaceAll(/[-_\s]+/g, ' ').trim();
}

/** Name and size of a group, or the name of an entity, as a map has it. */
export function labelOf({ id, name, size, hidden }: AtlasNode): string {
  const short = name.length > LONGEST_LABEL ? `${name.slice(0, LONGEST_LABEL - 1).trimEnd()}…` : name;
  if (!id.startsWith('c:')) return short;
  return hidden < size ? (hidden > 0 ? `${short} · ${hidden} more` : short) : `${short}\n${size}`;
}

/** `destroyed since session 2`; '' where nothing is known. */
export function standingOf({ status, since }: Pick<AtlasNode, 'status' | 'since'>): string {
  return `${status ?? ''}${since === null ? '' : ` since session ${since}`}`;
}

/** What a reader of screens is told of a thing on the map. */
export function described(node: AtlasNode): string {
  const { id, name, type, size, hidden, isOpen } = node;
  if (id.startsWith('c:')) {
    return `Group ${name}, ${counted(size, 'member')}, ${hidden === 0 ? 'all' : size - hidden} shown, ${isOpen ? 'open' : 'closed'}`;
  }
  const parts = [name, inWords(type), standingOf(node), counted(size, 'relation'), hidden > 0 && `${hidden} not shown`];
  return parts.filter(Boolean).join(', ');
}

const SAID = new Set(['entity_id', 'entity_type', 'status', 'old_status']);

/** Names of things by their ids. */
export type Names = ReadonlyMap<string, string>;

/** An update in words, apart from the name in it: `now destroyed (was open) · destroyed by Dutch Annis`. */
export function updateInWords(update: Entry['entity_updates'][number], names: Names): string {
  const { status, old_status: old } = update;
  const said = status === undefined ? [] : `now ${status}${old !== undefined && old !== status ? ` (was ${old})` : ''}`;
  const plain = (value: unknown) =>
    typeof value === 'string' ? (names.get(value) ?? inWords(value)) : JSON.stringify(value);
  const rest = Object.entries(update)
    .filter(([key, value]) => !SAID.has(key) && value !== null && value !== undefined)
    .map(([key, value]) => `${inWords(key)} ${[value].flat().map(plain).join(', ')}`);
  return [said, rest].flat().join(' · ');
}

/** After the two names: `holds`, `no longer holds`, `hostile`. */
export function relationInWords({ new_status: now, old_status: old }: Entry['relationship_updates'][number]): string {
  if (now !== 'none') return inWords(now);
  return old === undefined ? 'no longer has to do with' : `no longer ${inWords(old)}`;
}

/** What a correction of the graph did, without its author. */
export function correctionInWords(correction: Correction): string {
  const name = (id: string): string => `“${inWords(id)}”`;
  if (correction.kind === 'merge')
    return `${correction.entities.map(name).join(', ')} became part of ${name(correction.into)}`;
  if (correction.kind === 'split') return `“${correction.name}” was split off from ${name(correction.entity)}`;
  const [kind, ...about] = Object.values(correction).filter((value) => typeof value === 'string');
  return `${inWords(kind ?? '')}: ${about.map(inWords).join(', ')}`;
}

/**
 * The relations of an entity, the most frequent kind first.
 *
 * @returns by kind and direction, as `led by` and `← led by`: the names of the others by their ids
 */
export function relationsInWords(id: string, { entities, relations }: Pick<Subgraph, 'entities' | 'relations'>) {
  const names = new Map(entities.map((entity) => [entity.id, entity.name]));
  const kinds = new Map<string, Map<string, string>>();
  for (const { from, type, to } of relations) {
    if (from !== id && to !== id) continue;
    const [words, other] = from === id ? [inWords(type), to] : [`← ${inWords(type)}`, from];
    kinds.set(words, (kinds.get(words) ?? new Map<string, string>()).set(other, names.get(other) ?? other));
  }
  return [...kinds].sort(([, a], [, b]) => b.size - a.size);
}

/** The day of a time, in the reader's language. */
export function dayOf(time: string): string {
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? time : at.toLocaleDateString(undefined, { dateStyle: 'medium' });
}
