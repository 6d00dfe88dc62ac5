import type { EntityIndex } from './entity-index.js';
import { type Availability, isUnavailable } from './read-status.js';
import { readTie, type Tie } from './relation-types.js';
import type { Relation } from './relation-types.js';
import type { Origin, RelationState, WorldState } from './world-state.js';

/** What happens to the dependent end of a relation, and to the relation, when its anchor gets an availability. */
export interface CascadeRule {
  /**
   * A relation type (`led_by`), with the end that the other depends on where English does not tell it (default: the second), or a
   * tie, for all types that read alike.
   */
  readonly relation: { readonly type: string; readonly anchor?: 'from' | 'to' } | { readonly tie: Tie };
  readonly when: readonly Availability[];
  /** Whether the relation holds no more. */
  readonly ends: boolean;
  /** What the dependent entity becomes; null if it goes on without the anchor. */
  readonly becomes: Availability | null;
  /**
   * Set where people and groups go on, since they can leave a place: whether the relation holds no more for them. Others become what
   * the rule says.
   */
  readonly endsForMobile?: boolean;
  /** Whether another relation of the tie spares the dependent: a second keeper, a second supply. */
  readonly unlessAnother?: boolean;
  /** As the end of "…, because it": "stood in", "was led by". */
  readonly because: string;
}

/** The rules for plain English. A pack's own rules come before them. */
export const CASCADE_RULES: readonly CascadeRule[] = [
  // A thing shares the fate of the place that it is in; people go elsewhere.
  {
    relation: { tie: 'place' },
    when: ['gone', 'closed'],
    ends: false,
    becomes: 'closed',
    endsForMobile: true,
    because: 'is in',
  },
  {
    relation: { tie: 'place' },
    when: ['hostile'],
    ends: false,
    becomes: 'hostile',
    endsForMobile: false,
    because: 'is in',
  },
  { relation: { tie: 'lead' }, when: ['gone', 'away'], ends: true, becomes: null, because: 'was led by' },
  {
    relation: { tie: 'keep' },
    when: ['gone', 'away'],
    ends: true,
    becomes: 'closed',
    unlessAnother: true,
    because: 'was kept by',
  },
  {
    relation: { tie: 'need' },
    when: ['gone', 'closed', 'away'],
    ends: false,
    becomes: 'closed',
    unlessAnother: true,
    because: 'needs',
  },
  { relation: { tie: 'serve' }, when: ['gone', 'closed', 'away'], ends: true, becomes: null, because: 'was served by' },
  { relation: { tie: 'belong' }, when: ['gone'], ends: true, becomes: null, because: 'belonged to' },
];

export interface CascadeOptions {
  readonly entities: EntityIndex;
  /** Rules of the domain, before {@link CASCADE_RULES}. The first that fits a relation decides. */
  readonly rules?: readonly CascadeRule[];
  /** Whether entities of a type go where they like: people, and groups of them. Default: by the plain words for them. */
  readonly isMobile?: (type: string) => boolean;
}

/** One step of a chain: the relation that carried a change over from an entity. */
export interface CascadeStep {
  readonly entity: string;
  readonly availability: Availability;
  readonly relation: Relation;
  readonly because: string;
}

/** Something that follows from a change and that no entry says. */
export interface Conclusion {
  /** The entry at the start of the chain. */
  readonly cause: Origin;
  /** From the entity that changed to the one before the concluded. At least one step. */
  readonly chain: readonly CascadeStep[];
  /** The entity that the conclusion is about, and what it becomes; null if only the last relation of the chain ends. */
  readonly entity: string;
  readonly becomes: Availability | null;
  readonly endsRelation: boolean;
}

/** Plain words for people and groups of them. */
const MOBILE =
  /^(?:persons?|people|npcs?|pcs?|characters?|individuals?|staff|employees?|workers?|officers?|patients?|drivers?|members?|humans?|contacts?|consultants?|doctors?|nurses?|engineers?|managers?|customers?|suspects?|witnesses|crews?|teams?|groups?|part(?:y|ies)|factions?|guilds?|compan(?:y|ies)|organi[sz]ations?|agenc(?:y|ies))$/i;

interface Changed {
  readonly id: string;
  readonly availability: Availability;
  readonly cause: Origin;
  readonly chain: readonly CascadeStep[];
}

/**
 * What follows from the changes of a world. A conclusion about an entity is drawn once, by the shortest chain, and none against
 * what an entry of the same session or a later one says of it. Cycles end, since an entity is concluded upon once.
 *
 * @returns in the order of the length of their chains
 */
export function conclude(
  world: WorldState,
  { entities, rules = [], isMobile = isMobileType }: CascadeOptions,
): Conclusion[] {
  const conclusions: Conclusion[] = [];
  const decided = new Set<string>();
  const queue: Changed[] = [];
  for (const { id, availability, since } of world.entities.values()) {
    if (since === null || !isUnavailable(availability)) continue;
    queue.push({ id, availability, cause: since, chain: [] });
    decided.add(id);
  }

  const relationsOf = groupByEnd(world.relations);
  const fitting = [...rules, ...CASCADE_RULES];
  // What is concluded on the way joins the end of the queue.
  for (const changed of queue) {
    for (const relation of relationsOf.get(changed.id) ?? []) {
      const conclusion = follow(changed, relation);
      if (!conclusion) continue;
      conclusions.push(conclusion);
      const { entity: id, becomes, cause, chain } = conclusion;
      if (becomes === null) continue;
      decided.add(id);
      queue.push({ id, availability: becomes, cause, chain });
    }
  }
  return conclusions;

  /** What a change makes of the other end of a relation; null for nothing. */
  function follow(changed: Changed, relation: RelationState): Conclusion | null {
    const rule = ruleFor(relation, changed, fitting);
    if (rule === null || !heldAt(relation, changed.cause)) return null;
    const dependent = relation.from === changed.id ? relation.to : relation.from;
    const { id: entity, availability, chain, cause } = changed;
    const step: CascadeStep = { entity, availability, relation: plain(relation), because: rule.because };
    const mobile = rule.endsForMobile !== undefined && isMobile(entities.get(dependent)?.type ?? '');
    const goesOn = mobile || decided.has(dependent) || isSpared(dependent, { relation, rule, cause });
    const becomes = goesOn ? null : rule.becomes;
    const endsRelation = mobile ? rule.endsForMobile : rule.ends;
    if (becomes === null && !endsRelation) return null;
    return { cause, chain: [...chain, step], entity: dependent, becomes, endsRelation };
  }

  /** By what an entry says of it since then, or by another that does what the anchor did. */
  function isSpared(id: string, at: { relation: RelationState; rule: CascadeRule; cause: Origin }): boolean {
    const { relation, rule, cause } = at;
    const since = world.entities.get(id)?.since ?? null;
    if (since !== null && since.session >= cause.session) return true;
    if (!rule.unlessAnother) return false;
    const tie = readTie(relation.type)?.tie;
    return (relationsOf.get(id) ?? []).some((other) => {
      const others = readTie(other.type);
      if (other === relation || other.ended !== null || others === null || others.tie !== tie) return false;
      if (other[others.anchor === 'from' ? 'to' : 'from'] !== id) return false;
      return !isUnavailable(world.entities.get(other[others.anchor])?.availability ?? 'unknown');
    });
  }
}

/** Whether the relation held when the change came, and no entry has ended it. */
function heldAt({ since, ended }: RelationState, cause: Origin): boolean {
  return ended === null && (since === null || since.session <= cause.session);
}

function ruleFor(relation: Relation, { id, availability }: Changed, rules: readonly CascadeRule[]): CascadeRule | null {
  const tie = readTie(relation.type);
  const fits = ({ relation: meant, when }: CascadeRule): boolean => {
    if (!when.includes(availability)) return false;
    if ('tie' in meant) return meant.tie === tie?.tie && relation[tie.anchor] === id;
    return meant.type === relation.type && relation[meant.anchor ?? tie?.anchor ?? 'to'] === id;
  };
  return rules.find(fits) ?? null;
}

function groupByEnd(relations: readonly RelationState[]): ReadonlyMap<string, readonly RelationState[]> {
  const groups = new Map<string, RelationState[]>();
  for (const relation of relations) {
    for (const end of new Set([relation.from, relation.to])) {
      const group = groups.get(end);
      if (group) group.push(relation);
      else groups.set(end, [relation]);
    }
  }
  return groups;
}

function plain({ from, type, to }: Relation): Relation {
  return { from, type, to };
}

function isMobileType(type: string): boolean {
  return MOBILE.test(type);
}
