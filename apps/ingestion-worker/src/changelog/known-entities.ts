import { mapConcurrently } from '@arbiter/adapter-kit/resilience';
import { entitiesOf, EntityIndex } from '@arbiter/changelog';
import { ArbiterError, type ChangelogEntry, MAX_ENTITY_NAME_LENGTH } from '@arbiter/contracts';
import { gunzipSync } from 'node:zlib';
import { decodeSnapshot } from '@arbiter/knowledge-graph';
import type { EntityStore, GraphStore } from '@arbiter/ports';

const LOOKUPS_AT_ONCE = 8;
/** Entities looked at for one id: namesakes, and those whose names begin with the same words. */
const MAX_CANDIDATES = 20;

/** The entities of collections: those that formats describe, such as units, and those of the knowledge graph. */
export class KnownEntities {
  /** Of the graph that was read last. */
  private kept: { readonly key: string; readonly index: EntityIndex } | null = null;

  constructor(
    private readonly entities: Pick<EntityStore, 'find' | 'get'>,
    private readonly graphs: Pick<GraphStore, 'currentVersion' | 'read'>,
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
      const version = await this.graphs.currentVersion(collection, signal);
      const key = JSON.stringify([collection, version]);
      if (this.kept?.key === key) return this.kept.index;
      const bytes = version === null ? null : await this.graphs.read(collection, version, signal);
      if (!bytes) return null;
      this.kept = { key, index: new EntityIndex(decodeSnapshot(bytes, gunzipSync).entities) };
      return this.kept.index;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ArbiterError) return null;
      throw error;
    }
  }
}
