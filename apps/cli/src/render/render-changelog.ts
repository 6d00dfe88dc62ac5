import type { EntityState, RelationState, WorldState } from '@arbiter/changelog';
import type {
  ChangeContradiction,
  ChangelogEntry,
  EntityUpdate,
  RecordedChange,
  RelationshipUpdate,
} from '@arbiter/contracts';
import { clipped } from './format-text.js';

/** Longest value of an attribute, in UTF-16 code units. */
const MAX_VALUE = 120;
/** Ids that a sentence lists. */
const MAX_LISTED = 10;

const NAMED: ReadonlySet<string> = new Set([
  'entity_id',
  'entity_type',
  'status',
  'old_status',
  'from',
  'to',
  'new_status',
]);

/** Each change with a line for every update. */
export function renderChanges(changes: readonly RecordedChange[]): string {
  return changes.map(renderChange).join('');
}

function renderChange({ id, recordedAt, entry, revertedBy, decision }: RecordedChange): string {
  const day = entry.date === undefined ? '' : ` · ${entry.date}`;
  const reverted = revertedBy === null ? '' : ` · reverted ${revertedBy.recordedAt}`;
  const decided = decision ? ` · ${decision.verdict} by ${decision.by}` : '';
  return [
    `${id}  session ${entry.session_id}${day} · recorded ${recordedAt}${decided}${reverted}`,
    ...renderEntry(entry).map((line) => `   ${line}`),
    '',
  ].join('\n');
}

/** A line for each update. */
export function renderEntry({ entity_updates, relationship_updates }: ChangelogEntry): string[] {
  return [...entity_updates.map(renderUpdate), ...relationship_updates.map(renderRelation)];
}

export function renderUpdate(update: EntityUpdate): string {
  const { entity_id: id, status, old_status: old } = update;
  const was = old === undefined ? '' : ` (was ${old})`;
  const said = [...(status === undefined ? [] : [`${status}${was}`]), ...renderAttributes(update)];
  return `${id}: ${said.join(', ')}`;
}

export function renderRelation(update: RelationshipUpdate): string {
  const { from, to, old_status: old, new_status: status } = update;
  const was = old === undefined ? '' : ` (was ${old})`;
  return [`${from} → ${to}: ${status}${was}`, ...renderAttributes(update)].join(', ');
}

function renderAttributes(values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(values)
    .filter(([key]) => !NAMED.has(key))
    .map(([key, value]) => `${key} ${renderValue(value)}`);
}

function renderValue(value: unknown): string {
  const text = Array.isArray(value) && value.every((part) => typeof part === 'string') ? value.join(', ') : value;
  return clipped(typeof text === 'string' ? text : JSON.stringify(text), MAX_VALUE);
}

/** Entities with their last status, and the relations that began and still hold, each with the entry that says so. */
export function renderWorld({ entities, relations }: Pick<WorldState, 'entities' | 'relations'>): string {
  const states = [...entities.values()].map(renderEntity);
  // An attribute and a relation may say the same.
  const holding = new Map(
    relations
      .filter(({ ended }) => ended === null)
      .map((relation) => [`${relation.from} ${relation.type} ${relation.to}`, renderRelationState(relation)]),
  );
  return [...states, ...(holding.size > 0 ? ['', 'Relations that began:', ...holding.values()] : []), ''].join('\n');
}

function renderEntity({ id, status, availability, since, attributes }: EntityState): string {
  const use = availability === 'unknown' ? '' : ` (${availability})`;
  const said = [...(status === null ? [] : [`${status}${use}`]), ...renderAttributes(attributes)];
  const origin = since === null ? '' : ` · session ${since.session}, entry ${since.entry}`;
  return `${id}  ${said.join(', ')}${origin}`;
}

function renderRelationState({ from, type, to, since }: RelationState): string {
  const origin = since === null ? '' : ` · session ${since.session}, entry ${since.entry}`;
  return `${from} → ${to}  ${type}${origin}`;
}

/** What a person should know of entries that were added; one sentence each. */
export function remarksOn({
  collection,
  skipped,
  unknownEntities,
  late,
  contradictions,
}: {
  readonly collection: string;
  /** Entries that the changelog had already. */
  readonly skipped: number;
  readonly unknownEntities: readonly string[];
  readonly late: readonly { readonly id: number; readonly entry: ChangelogEntry }[];
  readonly contradictions: readonly ChangeContradiction[];
}): string[] {
  const others = unknownEntities.length - MAX_LISTED;
  const listed = unknownEntities.slice(0, MAX_LISTED).join(', ') + (others > 0 ? ` and ${others} more` : '');
  return [
    ...(skipped > 0
      ? [`Left out ${skipped} that the changelog of ${collection} has already; --again adds them once more.`]
      : []),
    ...(unknownEntities.length > 0
      ? [`No document of ${collection} describes so far: ${listed}. Their changes count nevertheless.`]
      : []),
    ...late.map(({ id, entry }) => `Entry ${id} is late: it counts from session ${entry.session_id} on.`),
    ...contradictions.map(wordContradiction),
  ];
}

/** One sentence: what an entry says, and what stands against it. */
export function wordContradiction({ entry, session, about, kind, said, found, foundIn }: ChangeContradiction): string {
  if (kind === 'self-relation')
    return `Entry ${entry} of session ${session} relates ${about.join(' to ')}, but both are ${found}. This part changes nothing.`;
  const source = foundIn === null ? 'the documents say' : `entry ${foundIn} says`;
  const other = found === 'none' ? 'that this had ended' : `"${found}"`;
  const verb = kind === 'before' ? 'was' : 'is';
  return `Entry ${entry} of session ${session} says that ${about.join(' → ')} ${verb} "${said}", but ${source} ${other}. It counts nevertheless.`;
}
