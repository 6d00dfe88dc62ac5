import { mapConcurrently } from '@arbiter/adapter-kit/resilience';
import { entitiesOf, EntityIndex } from '@arbiter/changelog';
import { ArbiterError, type ChangelogEntry, MAX_ENTITY_NAME_LENGTH } from '@arbiter/contracts';
import type { GraphSnapshot } from '@arbiter/knowledge-graph';
import type { EntityStore } from '@arbiter/ports';
import type { SnapshotReader } from '../graph/stored-graph.js';

const LOOKUPS_AT_ONCE = 8;
/** Entities looked at for one id: namesakes, and those whose names begin with the same words. */
const MAX_CANDIDATES = 20;

/** The entities of collections: those that formats describe, such as units, and those of the knowledge graph. */
export class KnownEntities {
  private readonly indexes = new WeakMap<GraphSnapshot, EntityIndex>();

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
    const graph = await this.graphIndex(collection, signal);
    const left = ids.filter((id) => !graph?.has(id));
    const unknown = await mapConcurrently(left, LOOKUPS_AT_ONCE, async (id) =>
      (await this.isDescribed(collection, id, signal)) ? [] : [id],
    );
    return unknown.flat();
  }

  private async isDescribed(collection: string, id: string, signal: AbortSignal): Promise<boolean> {
    if ((await this.entities.get(id, signal))?.collection === collection) return true;
    const name = id.replaceAll(/[-_]+/g, ' ').trim().slice(0, MAX_ENTITY_NAME_LENGTH);
    if (name === '') return false;
    const query = { collections: [collection], name, limit: MAX_CANDIDATES };
    return new EntityIndex(await this.entities.find(query, signal)).has(id);
  }

  /** Null without a graph, and for one that cannot be read: changes are recorded all the same. */
  private async graphIndex(collection: string, signal: AbortSignal): Promise<EntityIndex | null> {
    try {
      const snapshot = await this.graphs.current(collection, signal);
      if (!snapshot) return null;
      const index = this.indexes.get(snapshot) ?? new EntityIndex(snapshot.entities);
      this.indexes.set(snapshot, index);
      return index;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ArbiterError) return null;
      throw error;
    }
  }
}
