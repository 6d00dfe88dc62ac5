import { gunzipSync } from 'node:zlib';
import { ArbiterError, type ChangelogEvent, type OperationInput, type previews } from '@arbiter/contracts';
import { type AsOf, Changelog, type RecordedEntry } from '@arbiter/changelog';
import { decodeSnapshot, KnowledgeGraph, World } from '@arbiter/knowledge-graph';
import type { ChangelogStore, CollectionCatalog, GraphStore } from '@arbiter/ports';

/** A time of the world, as requests have it. */
export type WorldTime = Pick<OperationInput<typeof previews>, 'asOfSession' | 'asOfDate' | 'recordedBy'>;

/** The collections that a request names; all of the library if it names none. */
export async function collectionsAsked(
  catalog: Pick<CollectionCatalog, 'list'>,
  named: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<readonly string[]> {
  return named ?? (await catalog.list(signal)).map(({ name }) => name);
}

/** The worlds of a request at a session, one after the other as they are wanted; collections without a graph have none. */
export async function* worldsAsked(
  {
    catalog,
    worlds,
  }: { readonly catalog: Pick<CollectionCatalog, 'list'>; readonly worlds: Pick<WorldReader, 'worldAt'> },
  {
    collections,
    asOfSession,
  }: { readonly collections?: readonly string[] | undefined; readonly asOfSession?: number | undefined },
  signal: AbortSignal,
): AsyncGenerator<World> {
  const time = asOfSession === undefined ? {} : { asOfSession };
  for (const name of await collectionsAsked(catalog, collections, signal)) {
    const world = await worlds.worldAt(name, time, signal);
    if (world) yield world;
  }
}

export interface WorldPorts {
  readonly graphs: GraphStore;
  readonly changelogs: ChangelogStore;
}

/** Times of a collection that are kept: most questions ask about the present. */
const KEPT_TIMES = 8;
/** Collections whose graph is kept in memory. */
const KEPT_COLLECTIONS = 32;

interface Kept {
  readonly graph: KnowledgeGraph;
  readonly lastId: number;
  readonly log: Changelog;
  readonly worlds: Map<string, World>;
}

/**
 * Reads knowledge graphs and changelogs, and keeps both until a newer version is there. Both stores are asked before each
 * question, so that a change counts from the next question on.
 */
export class WorldReader {
  private readonly kept = new Map<string, Kept>();

  constructor(private readonly ports: WorldPorts) {}

  /**
   * @returns null for a collection without a graph
   * @throws ArbiterError CONFLICT for a graph that cannot be read, UNAVAILABLE of the stores
   */
  async worldAt(collection: string, time: WorldTime, signal: AbortSignal): Promise<World | null> {
    const current = await this.current(collection, signal);
    if (!current) return null;
    const key = JSON.stringify([time.asOfSession, time.asOfDate, time.recordedBy]);
    const known = current.worlds.get(key);
    if (known) return known;
    const { schema } = current.graph.snapshot;
    const entries = current.log.entries(asOf(time));
    const until = lastSession(time, entries);
    const world = new World(current.graph, entries, {
      vocabulary: schema.statuses,
      ...(until !== undefined && { until }),
    });
    const [oldest] = current.worlds.keys();
    if (oldest !== undefined && current.worlds.size >= KEPT_TIMES) current.worlds.delete(oldest);
    current.worlds.set(key, world);
    return world;
  }

  /** @throws ArbiterError NOT_FOUND for a collection without a graph, and as `worldAt` */
  async existingWorldAt(collection: string, time: WorldTime, signal: AbortSignal): Promise<World> {
    const world = await this.worldAt(collection, time, signal);
    if (world) return world;
    throw new ArbiterError(
      'NOT_FOUND',
      `The collection "${collection}" has no knowledge graph: build it with "arbiter graph build --collection ${collection}".`,
      { details: { collection } },
    );
  }

  hasGraph(collection: string, signal: AbortSignal): Promise<boolean> {
    return this.ports.graphs.currentVersion(collection, signal).then((version) => version !== null);
  }

  /** Whether the changelog has entries. */
  hasChanges(collection: string, signal: AbortSignal): Promise<boolean> {
    return this.ports.changelogs.lastId(collection, signal).then((id) => id > 0);
  }

  private async current(collection: string, signal: AbortSignal): Promise<Kept | null> {
    const { graphs, changelogs } = this.ports;
    const [version, lastId] = await Promise.all([
      graphs.currentVersion(collection, signal),
      changelogs.lastId(collection, signal),
    ]);
    if (version === null) {
      this.kept.delete(collection);
      return null;
    }
    const kept = this.kept.get(collection);
    if (kept?.graph.snapshot.version === version && kept.lastId === lastId) return kept;
    const [graph, events] = await Promise.all([
      kept?.graph.snapshot.version === version ? kept.graph : this.readGraph(collection, version, signal),
      kept?.lastId === lastId ? kept.log.events : changelogs.read(collection, {}, signal),
    ]);
    if (!graph) return null;
    return this.keep(collection, graph, events);
  }

  private keep(collection: string, graph: KnowledgeGraph, events: readonly ChangelogEvent[]): Kept {
    const kept: Kept = { graph, lastId: events.at(-1)?.id ?? 0, log: Changelog.from(events), worlds: new Map() };
    this.kept.delete(collection);
    const [oldest] = this.kept.keys();
    if (oldest !== undefined && this.kept.size >= KEPT_COLLECTIONS) this.kept.delete(oldest);
    this.kept.set(collection, kept);
    return kept;
  }

  /** A version that a rebuild has replaced meanwhile is read again by its newer name, once. */
  private async readGraph(collection: string, version: string, signal: AbortSignal): Promise<KnowledgeGraph | null> {
    const { graphs } = this.ports;
    const bytes = await graphs.read(collection, version, signal);
    if (bytes) return new KnowledgeGraph(decodeSnapshot(bytes, gunzipSync));
    const newer = await graphs.currentVersion(collection, signal);
    const again = newer === null ? null : await graphs.read(collection, newer, signal);
    return again && new KnowledgeGraph(decodeSnapshot(again, gunzipSync));
  }
}

/** The session after which a world is; of a date, the last that changed anything by then. Undefined for the present. */
function lastSession({ asOfSession, asOfDate }: WorldTime, entries: readonly RecordedEntry[]): number | undefined {
  if (asOfSession !== undefined || asOfDate === undefined) return asOfSession;
  return Math.max(0, ...entries.map(({ entry }) => entry.session_id));
}

function asOf({ asOfSession, asOfDate, recordedBy }: WorldTime): AsOf {
  return {
    ...(asOfSession !== undefined && { session: asOfSession }),
    ...(asOfDate !== undefined && { date: asOfDate }),
    ...(recordedBy !== undefined && { recordedBy: Date.parse(recordedBy) }),
  };
}
