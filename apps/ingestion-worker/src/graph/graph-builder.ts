import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { SerialQueue } from '@arbiter/adapter-kit/resilience';
import { Changelog, decideRebuild } from '@arbiter/changelog';
import { ArbiterError, GraphSchema, type OperationOutput, type buildGraph } from '@arbiter/contracts';
import {
  buildSnapshot,
  decodeSnapshot,
  encodeSnapshot,
  type GraphDocument,
  type GraphSnapshot,
  impactSince,
  KnowledgeGraph,
  versionOf,
  World,
} from '@arbiter/knowledge-graph';
import type { ChangelogStore, DocumentStore, GraphStore } from '@arbiter/ports';
import { graphDocumentOf, listStoredDocuments } from './stored-documents.js';

export interface GraphBuilderPorts {
  readonly documents: DocumentStore;
  readonly graphs: GraphStore;
  readonly changelogs: ChangelogStore;
  readonly log: { warn(fields: object, message: string): void };
}

export type BuiltGraph = OperationOutput<typeof buildGraph>;

/**
 * Builds the knowledge graphs of collections. A build reads everything first and then swaps the graph, so that a broken one
 * leaves the former in use. Builds of one process take turns: the second finds what the first has built.
 */
export class GraphBuilder {
  private readonly turns = new SerialQueue();

  constructor(private readonly ports: GraphBuilderPorts) {}

  /**
   * @param schema default: that of the current graph, else plain English
   * @throws ArbiterError UNAVAILABLE of the stores, and the signal's reason
   */
  build(collection: string, schema: GraphSchema | undefined, signal: AbortSignal): Promise<BuiltGraph> {
    return this.turns.run(collection, () => this.buildAlone(collection, schema, signal));
  }

  /** Deletes all versions, after the build that is running. */
  drop(collection: string, signal: AbortSignal): Promise<void> {
    return this.turns.run(collection, () => this.ports.graphs.delete(collection, signal));
  }

  /** Brings the graph of a collection up to date after its documents have changed. Without a graph nothing happens. */
  async refresh(collection: string, signal: AbortSignal): Promise<void> {
    const { graphs, log } = this.ports;
    try {
      await this.turns.run(collection, async () => {
        if ((await graphs.currentVersion(collection, signal)) === null) return;
        await this.buildAlone(collection, undefined, signal);
        // Former versions hold what deleted documents said.
        await graphs.prune(collection, signal);
      });
    } catch (error) {
      signal.throwIfAborted();
      log.warn(
        { collection, err: error },
        'the knowledge graph could not be brought up to date; the former one is used',
      );
    }
  }

  /**
   * Builds the graph anew if the changes since it was built matter enough.
   *
   * @throws ArbiterError UNAVAILABLE of the stores, and the signal's reason
   */
  async refreshAfterChanges(collection: string, signal: AbortSignal): Promise<void> {
    const current = await this.currentSnapshot(collection, signal);
    if (!current) return;
    const log = Changelog.from(await this.ports.changelogs.read(collection, {}, signal));
    const world = new World(new KnowledgeGraph(current), log.entries(), { vocabulary: current.schema.statuses });
    const { impact, sessions } = impactSince(world);
    const decision = decideRebuild(impact, sessions);
    // Names of the changelog that the documents did not give are looked for in them.
    const isUnknown = world.unresolved.size > 0 && log.events.length > current.changelogEvent;
    if (isUnknown || decision === 'rebuild' || decision === 'force') await this.refresh(collection, signal);
  }

  private async buildAlone(
    collection: string,
    wanted: GraphSchema | undefined,
    signal: AbortSignal,
  ): Promise<BuiltGraph> {
    const { graphs, changelogs } = this.ports;
    const current = await this.currentSnapshot(collection, signal);
    const schema = wanted ?? current?.schema ?? GraphSchema.parse({});
    const stored = await listStoredDocuments(this.ports.documents, collection, signal);
    const log = Changelog.from(await changelogs.read(collection, {}, signal));
    const lastEvent = log.events.at(-1)?.id ?? 0;
    const version = versionOf(stored, { schema, lastEvent }, sha256);
    if (current?.version === version) return { ...summaryOf(current), isNew: false };
    const documents: GraphDocument[] = [];
    for (const document of stored) {
      const text = await this.ports.documents.text(document.id, signal);
      // Deleted since it was listed.
      if (text !== null) documents.push(graphDocumentOf(document, text));
    }
    const snapshot = buildSnapshot(documents, {
      ...{ collection, schema, version },
      changes: { entries: log.entries(), lastEvent },
    });
    signal.throwIfAborted();
    await graphs.put(collection, { version: snapshot.version, bytes: encodeSnapshot(snapshot, gzipSync) }, signal);
    return { ...summaryOf(snapshot), isNew: true };
  }

  /** @returns null without a graph, and for one that cannot be read: the next build replaces it */
  async currentSnapshot(collection: string, signal: AbortSignal): Promise<GraphSnapshot | null> {
    const { graphs } = this.ports;
    const version = await graphs.currentVersion(collection, signal);
    if (version === null) return null;
    try {
      const bytes = await graphs.read(collection, version, signal);
      return bytes && decodeSnapshot(bytes, gunzipSync);
    } catch (error) {
      signal.throwIfAborted();
      this.ports.log.warn(
        { collection, err: ArbiterError.from(error) },
        'the knowledge graph is damaged and is built anew',
      );
      return null;
    }
  }
}

function summaryOf(snapshot: GraphSnapshot): Omit<BuiltGraph, 'isNew'> {
  const { collection, version, documents, entities, relations, levels, changelogEvent } = snapshot;
  return {
    collection,
    version,
    documents: documents.length,
    entities: entities.length,
    relations: relations.length,
    communities: levels.at(-1)?.partCount ?? 0,
    changelogEvent,
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
