import { mapConcurrently } from '@arbiter/adapter-kit/resilience';
import { entitiesOf, EntityIndex, indexOfEntries, type WorldBefore } from '@arbiter/changelog';
import { ArbiterError, type ChangelogEntry, MAX_ENTITY_NAME_LENGTH } from '@arbiter/contracts';
import type { GraphSnapshot } from '@arbiter/knowledge-graph';
import type { EntityStore } from '@arbiter/ports';
import type { SnapshotReader } from '../graph/stored-graph.js';

const LOOKUPS_AT_ONCE = 8;
/** Entities looked at for one id: namesakes, and those whose names begin with the same words. */
const MAX_CANDIDATES = 20;

/** The entities of collections: those that formats describe, such as units, and those of the knowledge graph. */
export class KnownEntities {
  private readonly worlds = new WeakMap<GraphSnapshot, WorldBefore>();

  constructor(
    private readonly entities: Pick<EntityStore, 'find' | 'get'>,
    private readonly graphs: SnapshotReader,
  ) {}

  /**
   * The ids in entries that mean no entity of the collection: neither its id nor the slug of a name or alias.
   *
   * @returns each once, in the order of the entries
   */
  async unknownIn(collection: string, entries: readonly ChangelogEntry[], signal: AbortSignal): Promise<string[]> {
    const ids = [...new Set(entries.flatMap(entitiesOf))];
    const graph = await this.graphWorld(collection, signal);
    const left = ids.filter((id) => !graph?.entities.has(id));
    const unknown = await mapConcurrently(left, LOOKUPS_AT_ONCE, async (id) =>
      (await this.isDescribed(collection, id, signal)) ? [] : [id],
    );
    return unknown.flat();
  }

  /** The world of the documents; without a graph, all that is known of it is what entries name. */
  async worldBefore(collection: string, entries: readonly ChangelogEntry[], signal: AbortSignal): Promise<WorldBefore> {
    return (await this.graphWorld(collection, signal)) ?? { entities: indexOfEntries(entries), relations: [] };
  }

  private async isDescribed(collection: string, id: string, signal: AbortSignal): Promise<boolean> {
    if ((await this.entities.get(id, signal))?.collection === collection) return true;
    const name = id.replaceAll(/[-_]+/g, ' ').trim().slice(0, MAX_ENTITY_NAME_LENGTH);
    if (name === '') return false;
    const query = { collections: [collection], name, limit: MAX_CANDIDATES };
    return new EntityIndex(await this.entities.find(query, signal)).has(id);
  }

  /** Null without a graph, and for one that cannot be read: changes are recorded all the same. */
  private async graphWorld(collection: string, signal: AbortSignal): Promise<WorldBefore | null> {
    try {
      const snapshot = await this.graphs.current(collection, signal);
      if (!snapshot) return null;
      const world = this.worlds.get(snapshot) ?? worldOf(snapshot);
      this.worlds.set(snapshot, world);
      return world;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ArbiterError) return null;
      throw error;
    }
  }
}

function worldOf({ entities, relations, schema }: GraphSnapshot): WorldBefore {
  const idOf = (position: number): string => entities[position]?.id ?? '';
  return {
    entities: new EntityIndex(entities),
    relations: relations.map(({ from, type, to }) => ({ from: idOf(from), type, to: idOf(to) })),
    vocabulary: schema.statuses,
  };
}
