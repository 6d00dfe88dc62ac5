import {
  applyEntries,
  type Availability,
  type CascadeRule,
  type CascadeStep,
  conclude,
  isUnavailable,
  type Origin,
  type RecordedEntry,
  type RelationState,
  type StatusVocabulary,
  type WorldState,
} from '@arbiter/changelog';
import type { Place } from '../snapshot/graph-snapshot.js';
import type { KnowledgeGraph } from './knowledge-graph.js';

/** What a domain's schema adds to plain English. */
export interface WorldRules {
  readonly vocabulary?: StatusVocabulary;
  readonly cascades?: readonly CascadeRule[];
  /** The session after which it is; records of later ones tell nothing of it yet. Absent: after the last. */
  readonly until?: number;
}

/** How an entity stands. */
export interface Standing {
  /** In the words of the changelog; null if no entry gives one. */
  readonly status: string | null;
  readonly availability: Availability;
  /** The entry that made it so; null if nothing has changed. */
  readonly since: Origin | null;
  /** Set if no entry says so, but it follows from one: the steps from the cause. */
  readonly chain: readonly CascadeStep[] | null;
}

const UNCHANGED: Standing = { status: null, availability: 'unknown', since: null, chain: null };

/** The graph with the changelog laid over it, at one time. The graph itself is never changed. */
export class World {
  /** Entities of the changelog that the documents do not know. */
  readonly unresolved: ReadonlySet<string>;
  readonly state: WorldState;
  /** The last session that gave a status; 0 if none did. */
  readonly lastSession: number;
  private readonly concluded = new Map<string, Standing>();
  /** Relations that no longer hold because of a change elsewhere, with the entity that changed. */
  private readonly lapsed = new Map<string, Origin>();
  private readonly byEnd = new Map<string, RelationState[]>();
  private readonly until: number;

  /** @param entries in the order of valid time, as `Changelog.entries` gives them */
  constructor(
    readonly graph: KnowledgeGraph,
    entries: readonly RecordedEntry[],
    { vocabulary, cascades, until = Infinity }: WorldRules = {},
  ) {
    this.until = until;
    const { index: entities, relations } = graph;
    this.state = applyEntries(entries, { entities, relations, ...(vocabulary && { vocabulary }) });
    this.unresolved = this.state.unresolved;
    this.lastSession = [...this.state.entities.values()].reduce(
      (last, { since }) => Math.max(last, since?.session ?? 0),
      0,
    );
    for (const { entity, becomes, cause, chain, endsRelation } of conclude(this.state, {
      entities,
      ...(cascades && { rules: cascades }),
    })) {
      const last = chain.at(-1);
      if (endsRelation && last) this.lapsed.set(keyOf(last.relation), cause);
      if (becomes !== null && !this.concluded.has(entity))
        this.concluded.set(entity, { status: null, availability: becomes, since: cause, chain });
    }
    for (const relation of this.state.relations) this.index(relation);
  }

  /** By both ends, and as ended where it has lapsed. */
  private index(relation: RelationState): void {
    const ended = relation.ended ?? this.lapsed.get(keyOf(relation)) ?? null;
    const now = ended === relation.ended ? relation : { ...relation, ended };
    for (const end of new Set([relation.from, relation.to])) {
      const others = this.byEnd.get(end);
      if (others) others.push(now);
      else this.byEnd.set(end, [now]);
    }
  }

  /** What an entry says counts more than what follows from another. */
  standingOf(id: string): Standing {
    const own = this.state.entities.get(id);
    const concluded = this.concluded.get(id);
    if (own && (own.since !== null || !concluded)) {
      const { status, availability, since } = own;
      if (isUnavailable(availability) || !concluded) return { status, availability, since, chain: null };
    }
    return concluded ?? UNCHANGED;
  }

  /** Whether a place can tell of this time: it is in no record of a later session. True where a person told it. */
  isTold(place: Place | null): boolean {
    return place === null || (this.graph.document(place.document)?.session ?? 0) <= this.until;
  }

  isUnavailable(id: string): boolean {
    return isUnavailable(this.standingOf(id).availability);
  }

  /** The fewest relations that hold and lead from one entity to another; null where none do. */
  path(from: string, to: string): readonly RelationState[] | null {
    const reached = new Map<string, RelationState | null>([[from, null]]);
    let edge = [from];
    while (edge.length > 0 && !reached.has(to)) {
      const next: string[] = [];
      for (const id of edge)
        for (const relation of this.relationsOf(id)) {
          const other = relation.from === id ? relation.to : relation.from;
          if (relation.ended !== null || reached.has(other)) continue;
          reached.set(other, relation);
          next.push(other);
        }
      edge = next;
    }
    if (!reached.has(to)) return null;
    const steps: RelationState[] = [];
    for (let at = to, step = reached.get(at); step; step = reached.get(at)) {
      steps.unshift(step);
      at = step.from === at ? step.to : step.from;
    }
    return steps;
  }

  /**
   * Relations that hold between entities of the graph, each once, in the order of the entities.
   *
   * @param among ids of the entities; default: all of the graph, in its order
   */
  relationsThatHold(
    among: ReadonlySet<string> = new Set(this.graph.entities.map(({ id }) => id)),
  ): readonly RelationState[] {
    const seen = new Set<string>();
    return [...among].flatMap((id) =>
      this.relationsOf(id).filter((relation) => {
        const key = keyOf(relation);
        const isShown = relation.from === id && relation.ended === null && among.has(relation.to);
        if (!isShown || seen.has(key)) return false;
        seen.add(key);
        return true;
      }),
    );
  }

  /** Relations of an entity, ended ones too. */
  relationsOf(id: string): readonly RelationState[] {
    return this.byEnd.get(id) ?? [];
  }
}

function keyOf({ from, type, to }: { readonly from: string; readonly type: string; readonly to: string }): string {
  return `${from}\n${type}\n${to}`;
}
