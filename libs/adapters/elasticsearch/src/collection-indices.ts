import { ArbiterError } from '@arbiter/contracts';
import type { ElasticsearchConnection } from './elasticsearch.connection.js';
import { aliasOf, generationOf, indexOf, indicesOf } from './index-names.js';
import { indexSchema, MAPPING_VERSION } from './index-schema.js';

/** The index in use behind an alias. */
export interface CurrentIndex {
  readonly index: string;
  /** Null when something else than this adapter made it. */
  readonly mappingVersion: number | null;
}

/** The life of the indices behind collections: made, looked up, checked, removed. */
export class CollectionIndices {
  /** Aliases whose mapping was seen to be the current one. */
  private readonly checked = new Set<string>();

  constructor(private readonly connection: ElasticsearchConnection) {}

  alias(collection: string): string {
    return aliasOf(this.connection.options.prefix, collection);
  }

  /**
   * The alias of a collection that can be read and written. The server is asked once for each collection.
   *
   * @throws ArbiterError NOT_FOUND; CONFLICT, with the command that repairs it, for an index of another mapping
   */
  async require(collection: string, signal: AbortSignal): Promise<string> {
    const alias = this.alias(collection);
    if (this.checked.has(alias)) return alias;
    const { mappingVersion } = await this.current(collection, signal);
    if (mappingVersion !== MAPPING_VERSION) throw otherMapping(collection, mappingVersion);
    this.checked.add(alias);
    return alias;
  }

  /** As {@link require}, and makes the index when it is missing. */
  async requireOrCreate(collection: string, signal: AbortSignal): Promise<string> {
    try {
      return await this.require(collection, signal);
    } catch (thrown) {
      if (!(thrown instanceof ArbiterError && thrown.code === 'NOT_FOUND')) throw thrown;
    }
    const alias = this.alias(collection);
    const generation = 1 + Math.max(0, ...(await this.generations(collection, signal)));
    await this.create(collection, generation, [alias], signal);
    return this.require(collection, signal);
  }

  /** @throws ArbiterError NOT_FOUND */
  async current(collection: string, signal: AbortSignal): Promise<CurrentIndex> {
    const alias = this.alias(collection);
    const mappings = await this.connection.call(collection, signal, (client, transport) =>
      client.indices.getMapping({ index: alias }, transport),
    );
    const [[index, mapping] = []] = Object.entries(mappings);
    if (index === undefined)
      throw new ArbiterError('NOT_FOUND', `Collection "${collection}" does not exist.`, { details: { collection } });
    const version: unknown = mapping?.mappings._meta?.mapping_version;
    return { index, mappingVersion: typeof version === 'number' ? version : null };
  }

  /** Generations that exist, among them what a migration left that was killed. */
  async generations(collection: string, signal: AbortSignal): Promise<number[]> {
    const alias = this.alias(collection);
    const found = await this.connection.call(collection, signal, (client, transport) =>
      client.indices.get({ index: indicesOf(alias), features: ['aliases'] }, transport),
    );
    return Object.keys(found).map((index) => generationOf(alias, index));
  }

  /** Makes an index; one that another process made meanwhile is as good. @returns its name */
  async create(
    collection: string,
    generation: number,
    aliases: readonly string[],
    signal: AbortSignal,
  ): Promise<string> {
    const index = indexOf(this.alias(collection), generation);
    const { shards } = this.connection.options;
    await this.connection.call(collection, signal, (client, transport) =>
      client.indices
        .create(
          {
            index,
            aliases: Object.fromEntries(aliases.map((alias) => [alias, {}])),
            ...indexSchema(collection, { shards }),
          },
          // Also the answer to a second attempt after the answer to the first was lost.
          { ...transport, ignore: [400] },
        )
        .then((created) => {
          if ('error' in created && !JSON.stringify(created.error).includes('resource_already_exists'))
            throw new ArbiterError('INTERNAL', `The index of collection "${collection}" could not be made.`, {
              details: { collection, error: created.error },
            });
        }),
    );
    return index;
  }

  /** Removes every generation. */
  async drop(collection: string, signal: AbortSignal): Promise<void> {
    const alias = this.alias(collection);
    this.checked.delete(alias);
    const generations = await this.generations(collection, signal);
    await this.remove(
      collection,
      generations.map((generation) => indexOf(alias, generation)),
      signal,
    );
  }

  async remove(collection: string, indices: readonly string[], signal: AbortSignal): Promise<void> {
    if (indices.length === 0) return;
    await this.connection.call(collection, signal, (client, transport) =>
      client.indices.delete({ index: [...indices], ignore_unavailable: true }, transport),
    );
  }

  /** Makes visible what was written. @throws ArbiterError NOT_FOUND */
  async refresh(collection: string, index: string, signal: AbortSignal): Promise<void> {
    await this.connection.call(collection, signal, (client, transport) => client.indices.refresh({ index }, transport));
  }

  /** Forgets that a collection was seen: it was dropped elsewhere, or moved to another index. */
  forget(collection: string): void {
    this.checked.delete(this.alias(collection));
  }
}

function otherMapping(collection: string, version: number | null): ArbiterError {
  const found = version === null ? 'was not made by Arbiter' : `has the mapping version ${version}`;
  return new ArbiterError(
    'CONFLICT',
    `The index of collection "${collection}" ${found}; this Arbiter reads version ${MAPPING_VERSION}. ` +
      `Build it anew with \`arbiter ingest PATH --collection ${collection} --rebuild\`.`,
    { details: { collection, found: version, wanted: MAPPING_VERSION } },
  );
}
