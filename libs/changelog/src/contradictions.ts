import type { EntityUpdate, RelationshipUpdate } from '@arbiter/contracts';
import type { RecordedEntry } from './changelog.js';
import { isNamed, isSameTie, isStance } from './match-relations.js';
import { type Availability, readStatus, type StatusVocabulary } from './read-status.js';
import { isSameRelationType, readTie, type Relation, relationTypeOf } from './relation-types.js';
import {
  applyEntries,
  type Ends,
  type EntityState,
  type Origin,
  type RelationState,
  type WorldBefore,
} from './world-state.js';

/**
 * An update that does not fit the world at its time. It counts nevertheless: the entry may be right, and what came before it wrong
 * or missing.
 */
export interface Contradiction {
  readonly entry: number;
  readonly session: number;
  /** One entity, or the two of a relation. */
  readonly about: readonly string[];
  /**
   * `before`: its `old_status` is not so. `same-session`: another entry of the session says otherwise of the entity.
   * `self-relation`: both ids mean one entity, and nothing is related.
   */
  readonly kind: 'before' | 'same-session' | 'self-relation';
  /** What the update says was so; for `same-session` what it says is so. */
  readonly said: string;
  /** What is so instead; `none` for a relation that has ended; the one entity of a self-relation. */
  readonly found: string;
  /** The entry that says so; null for the documents. */
  readonly foundIn: number | null;
}

/**
 * The updates that contradict the world at their time, in the order of valid time. What is not known contradicts nothing: only a
 * status or a relation that something else has told.
 *
 * @param entries in the order of valid time, as `Changelog.entries` gives them
 */
export function findContradictions(entries: readonly RecordedEntry[], before: WorldBefore): Contradiction[] {
  const found: Contradiction[] = [];
  const add = (about: readonly string[], { entry, session }: Origin, problem: Problem | null): void => {
    // An entry may tell one thing twice: as an attribute and as a relation.
    if (problem && problem.foundIn !== entry) found.push({ entry, session, about, ...problem });
  };
  applyEntries(entries, before, {
    entity: (update, state, origin) =>
      add([update.entity_id], origin, state ? statusProblem(update, state, origin, before.vocabulary) : null),
    relation: (update, ends, origin) => add([update.from, update.to], origin, relationProblem(update, ends)),
  });
  return found;
}

type Problem = Pick<Contradiction, 'kind' | 'said' | 'found' | 'foundIn'>;

function statusProblem(
  { status, old_status: old }: EntityUpdate,
  state: EntityState,
  origin: Origin,
  vocabulary: StatusVocabulary | undefined,
): Problem | null {
  if (state.status === null || !state.since) return null;
  const { entry: foundIn, session } = state.since;
  const found = state.status;
  const differs = (words: string): boolean => areOpposed(words, state, vocabulary);
  if (old !== undefined) return differs(old) ? { kind: 'before', said: old, found, foundIn } : null;
  const isOther = session === origin.session;
  return isOther && status !== undefined && differs(status)
    ? { kind: 'same-session', said: status, found, foundIn }
    : null;
}

/** Whether statuses say opposite things of use. Words that say nothing of use may be another way to say the same. */
function areOpposed(
  words: string,
  { status, availability }: EntityState,
  vocabulary: StatusVocabulary | undefined,
): boolean {
  if (words.trim().toLowerCase() === status?.trim().toLowerCase()) return false;
  const read = readStatus(words, vocabulary);
  return read !== 'unknown' && availability !== 'unknown' && useOf(read) !== useOf(availability);
}

/** "Isolated" and "withdrawn": closed and away are two words for out of use. */
function useOf(availability: Availability): Availability {
  return availability === 'away' ? 'closed' : availability;
}

function relationProblem({ old_status: old, new_status: next }: RelationshipUpdate, ends: Ends): Problem | null {
  const { from, to } = ends;
  if (from === to) return { kind: 'self-relation', said: next, found: from, foundIn: null };
  if (old === undefined) return null;
  const between = ends.relationsOf(from).filter((relation) => relation.from === to || relation.to === to);
  const holding = between.filter(({ ended }) => ended === null);
  const problem = (found: string, foundIn: number | null): Problem => ({ kind: 'before', said: old, found, foundIn });
  if (/^(?:none|nothing|null|-)$/i.test(old.trim())) {
    const already = holding.find((relation) => isNamed(relation, { from, type: next, to }));
    return already ? problem(already.type, already.since?.entry ?? null) : null;
  }
  const named = { from, type: relationTypeOf(old), to };
  if (holding.some((relation) => isNamed(relation, named) || isSameTie(relation, named))) return null;
  const stance = isStance(named.type) ? holding.find(({ type }) => isStance(type)) : undefined;
  if (stance) return problem(stance.type, stance.since?.entry ?? null);
  const ended = between.findLast((relation) => isNamed(relation, named));
  if (ended?.ended) return problem('none', ended.ended.entry);
  const other = heldByAnother(named, ends);
  return other ? problem(`${other.type} ${other.anchor}`, other.since) : null;
}

/** What leads or keeps the dependent end instead: nobody else is asked about, because most relations have several others. */
function heldByAnother(
  named: Relation,
  ends: Ends,
): { readonly type: string; readonly anchor: string; readonly since: number | null } | null {
  const tie = readTie(named.type);
  if (tie?.tie !== 'lead' && tie?.tie !== 'keep') return null;
  const dependent = dependentOf(named);
  const isOther = (relation: RelationState): boolean =>
    relation.ended === null && isSameRelationType(relation.type, named.type) && dependentOf(relation) === dependent;
  const other = ends.relationsOf(dependent).find(isOther);
  return other ? { type: other.type, anchor: other[tie.anchor], since: other.since?.entry ?? null } : null;
}

function dependentOf(relation: Relation): string {
  return readTie(relation.type)?.anchor === 'to' ? relation.from : relation.to;
}
