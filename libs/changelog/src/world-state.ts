import type { EntityUpdate, RelationshipUpdate } from '@arbiter/contracts';
import type { RecordedEntry } from './changelog.js';
import type { EntityIndex } from './entity-index.js';
import { isInverse, isNamed, isOver, isSameTie, isStance } from './match-relations.js';
import { type Availability, readStatus, type StatusVocabulary } from './read-status.js';
import { isSameRelationType, type Relation, relationTypeOf } from './relation-types.js';

/** Where a statement about the world comes from: an entry of the changelog; null for the documents. */
export interface Origin {
  readonly entry: number;
  readonly session: number;
}

export interface RelationState extends Relation {
  readonly since: Origin | null;
  /** Null while it holds. */
  readonly ended: Origin | null;
}

export interface EntityState {
  readonly id: string;
  /** In the words of the changelog; null if it says none. */
  readonly status: string | null;
  readonly availability: Availability;
  /** The entry that gave the status. */
  readonly since: Origin | null;
  /** Other keys of its updates, the latest value of each. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Every update in the order of valid time. */
  readonly changes: readonly EntityChange[];
}

/** One update of an entity. */
export interface EntityChange extends Origin {
  readonly update: EntityUpdate;
  /** What its status says of use; null for an update without one. */
  readonly availability: Availability | null;
  /** The day of the session, ISO 8601; null where the entry names none. */
  readonly date: string | null;
}

export interface WorldState {
  /** Only entities that changed. Unresolved ones are kept under the id that the changelog has. */
  readonly entities: ReadonlyMap<string, EntityState>;
  /** Those of the documents and those of the changelog, ended ones too. */
  readonly relations: readonly RelationState[];
  /** Ids of the changelog that mean no known entity. */
  readonly unresolved: ReadonlySet<string>;
}

export interface WorldBefore {
  readonly entities: EntityIndex;
  /** What the documents say. */
  readonly relations: readonly Relation[];
  readonly vocabulary?: StatusVocabulary;
}

/** Told of each update before it is applied, with the world as it is until then. */
export interface UpdateWatch {
  entity(update: EntityUpdate, state: EntityState | undefined, origin: Origin): void;
  /** @param relations of both ends, ended ones too */
  relation(update: RelationshipUpdate, ends: Ends, origin: Origin): void;
}

/** The two entities of a relationship update, with the relations that either has. */
export interface Ends {
  readonly from: string;
  readonly to: string;
  relationsOf(id: string): readonly RelationState[];
}

const OWN_KEYS: ReadonlySet<string> = new Set(['entity_id', 'entity_type', 'status', 'old_status']);

/**
 * The world after some entries. The graph is not touched: this is laid over it.
 *
 * @param entries in the order of valid time, as `Changelog.entries` gives them
 */
export function applyEntries(
  entries: readonly RecordedEntry[],
  before: WorldBefore,
  watch: UpdateWatch | null = null,
): WorldState {
  const overlay = new Overlay(before, watch);
  for (const { id, entry } of entries) {
    const origin = { entry: id, session: entry.session_id };
    for (const update of entry.entity_updates) overlay.changeEntity(update, origin, entry.date ?? null);
    for (const update of entry.relationship_updates) overlay.changeRelation(update, origin);
  }
  return overlay;
}

interface ChangingEntity extends EntityState {
  status: string | null;
  availability: Availability;
  since: Origin | null;
  readonly attributes: Record<string, unknown>;
  readonly changes: EntityChange[];
}

class Overlay implements WorldState {
  readonly entities = new Map<string, ChangingEntity>();
  readonly relations: RelationState[] = [];
  readonly unresolved = new Set<string>();
  /** Places in `relations`, by either end: a changelog has as many changes as a graph has relations. */
  private readonly placesOf = new Map<string, number[]>();

  constructor(
    private readonly before: WorldBefore,
    private readonly watch: UpdateWatch | null,
  ) {
    for (const relation of before.relations) this.add(relation, null);
  }

  changeEntity(update: EntityUpdate, origin: Origin, date: string | null): void {
    const id = this.idOf(update.entity_id, update.entity_type);
    this.watch?.entity(update, this.entities.get(id), origin);
    const entity = this.entityOf(id);
    const availability = update.status === undefined ? null : readStatus(update.status, this.before.vocabulary);
    entity.changes.push({ ...origin, update, availability, date });
    if (update.status !== undefined && availability !== null) {
      entity.status = update.status;
      entity.availability = availability;
      entity.since = origin;
    }
    for (const [key, value] of Object.entries(update)) {
      if (OWN_KEYS.has(key)) continue;
      entity.attributes[key] = value;
      this.relateByAttribute(entity.id, key, value, origin);
    }
  }

  changeRelation(update: RelationshipUpdate, origin: Origin): void {
    const { from, to, old_status: old, new_status: next } = update;
    const [a, b] = [this.idOf(from), this.idOf(to)];
    this.watch?.relation(update, { from: a, to: b, relationsOf: (id) => this.relationsOf(id) }, origin);
    // Two names of one entity: nothing is related to itself.
    if (a === b) return;
    const isBetween = (relation: RelationState): boolean => relation.from === b || relation.to === b;
    if (old === undefined)
      this.end(a, (relation) => isBetween(relation) && (isStance(relation.type) || isOver(next)), origin);
    else {
      const ended = { from: a, type: old, to: b };
      const isMeant = (relation: RelationState): boolean => isNamed(relation, ended);
      // Other words for it count only where none of its own stand: documents that know "owned by" alone, a changelog that ends "holds".
      if (this.end(a, isMeant, origin) === 0) this.end(a, (relation) => isSameTie(relation, ended), origin);
    }
    if (!isOver(next)) this.add({ from: a, type: relationTypeOf(next), to: b }, origin);
  }

  /** `location` and `held_by` name one entity, and replace the one they named before. */
  private relateByAttribute(id: string, key: string, value: unknown, origin: Origin): void {
    const others = (Array.isArray(value) ? value : [value])
      .flatMap((one) => (typeof one === 'string' ? (this.before.entities.find(one)?.id ?? []) : []))
      .filter((other) => other !== id);
    if (others.length === 0) return;
    const type = key === 'location' ? 'located_in' : relationTypeOf(key);
    this.end(
      id,
      (relation) =>
        relation.from === id ? isSameRelationType(relation.type, type) : isInverse(relation, { from: id, type }),
      origin,
    );
    for (const to of others) this.add({ from: id, type, to }, origin);
  }

  private entityOf(id: string): ChangingEntity {
    const known = this.entities.get(id);
    if (known) return known;
    const entity: ChangingEntity = {
      id,
      status: null,
      availability: 'unknown',
      since: null,
      attributes: {},
      changes: [],
    };
    this.entities.set(id, entity);
    return entity;
  }

  private add({ from, type, to }: Relation, since: Origin | null): void {
    const place = this.relations.push({ from, type, to, since, ended: null }) - 1;
    for (const end of [from, to]) {
      const places = this.placesOf.get(end);
      if (places) places.push(place);
      else this.placesOf.set(end, [place]);
    }
  }

  private relationsOf(id: string): RelationState[] {
    return (this.placesOf.get(id) ?? []).flatMap((place) => this.relations[place] ?? []);
  }

  /** Ends relations that one entity has. @returns how many */
  private end(id: string, isMeant: (relation: RelationState) => boolean, ended: Origin): number {
    let count = 0;
    for (const place of this.placesOf.get(id) ?? []) {
      const relation = this.relations[place];
      if (relation?.ended !== null || !isMeant(relation)) continue;
      this.relations[place] = { ...relation, ended };
      count += 1;
    }
    return count;
  }

  private idOf(id: string, type?: string): string {
    const found = this.before.entities.find(id, type);
    if (found) return found.id;
    this.unresolved.add(id);
    return id;
  }
}
