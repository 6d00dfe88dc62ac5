import { ArbiterError } from '@arbiter/contracts';
import type { estypes } from '@elastic/elasticsearch';
import type { ElasticsearchConnection } from './elasticsearch.connection.js';

/** Of the mapping below. A change of what is indexed, or how, takes the next number. */
export const MAPPING_VERSION = 1;

/** BM25's constants, which every store of the library shares (see KeywordIndex). */
const BM25 = { type: 'BM25', k1: 1.2, b: 0.75 } as const;

/** The index in use behind an alias. */
interface CurrentIndex {
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

  /** Generations that exist, including the remains of a killed migration. */
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

/** What the mapping of an index says about itself. */
interface IndexMeta {
  readonly collection: string;
  readonly mapping_version: number;
}

/** The definition of a new index. */
function indexSchema(
  collection: string,
  { shards }: { readonly shards: number },
): { readonly settings: estypes.IndicesIndexSettings; readonly mappings: estypes.MappingTypeMapping } {
  const meta: IndexMeta = { collection, mapping_version: MAPPING_VERSION };
  return {
    settings: {
      number_of_shards: shards,
      // A copy where there is a second node to hold it, and a green index where there is none.
      auto_expand_replicas: '0-1',
      // A write becomes visible by the refresh that ends it, all at once, and by no other.
      refresh_interval: '-1',
      // Chunks that were replaced count in the statistics of BM25 until a merge drops them: the server merges by itself
      // above 5 % of them, and `optimize` leaves none in any segment.
      merge: { policy: { deletes_pct_allowed: 5, expunge_deletes_allowed: 0 } } as Record<string, unknown>,
      analysis: { analyzer: { terms: { type: 'custom', tokenizer: 'whitespace', filter: [] } } },
      similarity: { terms: BM25 },
    },
    mappings: {
      dynamic: 'strict',
      _meta: { ...meta },
      properties: {
        id: { type: 'keyword' },
        document_id: { type: 'keyword' },
        // How often a term stands in a chunk, not where: phrases are found by `required` and checked in the text.
        terms: { type: 'text', analyzer: 'terms', similarity: 'terms', index_options: 'freqs', norms: true },
        facts: { type: 'keyword', doc_values: false },
        // Kept as it came and never looked into.
        chunk: { type: 'object', enabled: false },
      },
    },
  };
}

/**
 * The alias that stands for a collection: the prefix, the upper-case letters as a hexadecimal bit set, and the collection
 * in lower case. Elasticsearch takes lower case only, but `Notes` and `notes` are two collections. No two collections
 * share an alias: a prefix holds no "." and no "~", a collection (contracts' CollectionName) no "~".
 *
 * @example aliasOf('knowledge_base', 'notes') === 'knowledge_base.notes'; aliasOf('kb', 'noteS') === 'kb~10.notes'
 */
export function aliasOf(prefix: string, collection: string): string {
  let upperCase = 0n;
  for (let i = 0; i < collection.length; i++)
    if (collection.charAt(i) !== collection.charAt(i).toLowerCase()) upperCase |= 1n << BigInt(i);
  const marked = upperCase === 0n ? prefix : `${prefix}~${upperCase.toString(16)}`;
  return `${marked}.${collection.toLowerCase()}`;
}

/** The index behind an alias, generation by generation: a migration fills the next one beside the one in use. */
export function indexOf(alias: string, generation: number): string {
  return `${alias}@${generation}`;
}

/** A pattern for every generation of a collection, and of no other: no collection holds an "@". */
function indicesOf(alias: string): string {
  return `${alias}@*`;
}

/** @returns 0 for a name that is no generation of this alias */
export function generationOf(alias: string, index: string): number {
  const generation = index.startsWith(`${alias}@`) ? Number(index.slice(alias.length + 1)) : 0;
  return Number.isSafeInteger(generation) ? generation : 0;
}
