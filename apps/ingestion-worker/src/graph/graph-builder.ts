import { gzipSync } from 'node:zlib';
import { SerialQueue } from '@arbiter/adapter-kit/resilience';
import { decideRebuild } from '@arbiter/changelog';
import { ArbiterError, GraphSchema, type OperationOutput, type buildGraph } from '@arbiter/contracts';
import {
  type AppliedCorrections,
  applyCorrections,
  type CorrectableDocument,
  type CorrectionLog,
  encodeSnapshot,
  type ExtractedGraph,
  type GraphSnapshot,
  impactSince,
  KnowledgeGraph,
  snapshotOf,
  summaryOf,
  versionOf,
  workReading,
  World,
} from '@arbiter/knowledge-graph';
import type { ChangelogStore, DocumentStore, GraphCorrectionStore, GraphStore } from '@arbiter/ports';
import { appendPlanned, readChangelog, readCorrections } from '../library/event-logs.js';
import {
  CollectionExtractor,
  type CollectionExtractorPorts,
  type ExtractedCollection,
  type ExtractionInput,
} from './collection-extractor.js';
import { sha256 } from '../library/sha256.js';
import { groupsOf, listStoredDocuments } from './stored-documents.js';
import { SnapshotReader } from './stored-graph.js';

export interface GraphBuilderPorts extends CollectionExtractorPorts {
  readonly documents: DocumentStore;
  readonly graphs: GraphStore;
  /** Default: one of its own. */
  readonly snapshots?: SnapshotReader;
  readonly changelogs: ChangelogStore;
  readonly corrections: GraphCorrectionStore;
}

export type BuiltGraph = OperationOutput<typeof buildGraph>;

/** An extracted graph with the texts that corrections look into. */
export interface CorrectedInput extends ExtractedGraph {
  readonly texts: readonly CorrectableDocument[];
}

/** All that a graph is built from, but for the texts of the documents. */
interface GraphInput extends ExtractionInput {
  readonly corrections: CorrectionLog;
  /** The graph that is current. */
  readonly former: GraphSnapshot | null;
}

/**
 * Builds the knowledge graphs of collections. A build reads everything first and then swaps the graph, so that a broken one
 * leaves the former in use. Builds of one process take turns: the second finds what the first has built.
 */
export class GraphBuilder {
  private readonly turns = new SerialQueue();

  private readonly extractor: CollectionExtractor;
  private readonly snapshots: SnapshotReader;

  constructor(private readonly ports: GraphBuilderPorts) {
    this.extractor = new CollectionExtractor(ports);
    this.snapshots = ports.snapshots ?? new SnapshotReader(ports.graphs);
  }

  /**
   * @param schema default: that of the current graph, else plain English
   * @throws ArbiterError UNAVAILABLE of the stores, and the signal's reason
   */
  build(collection: string, schema: GraphSchema | undefined, signal: AbortSignal): Promise<BuiltGraph> {
    return this.turns.run(collection, () => this.buildAlone(collection, schema, signal));
  }

  /** Deletes all versions and what was extracted for them, after the build that is running. */
  drop(collection: string, signal: AbortSignal): Promise<void> {
    return this.turns.run(collection, async () => {
      await this.ports.graphs.delete(collection, signal);
      await this.ports.extractions.delete(collection, signal);
    });
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
    const log = await readChangelog(this.ports.changelogs, collection, signal);
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
    const current = await this.currentSnapshot(collection, signal);
    const input = await this.readInput(collection, current, wanted, signal);
    if (current?.version === this.versionIn(input)) return { ...summaryOf(current), isNew: false };
    const extracted = await this.extractor.extract(input, signal);
    // A language model has failed at the same documents again.
    if (current?.version === this.versionIn(input, extracted)) return { ...summaryOf(current), isNew: false };
    const built = await this.store(input, extracted, signal);
    const problems = (built.corrections ?? []).filter(({ problem }) => problem !== null);
    if (problems.length > 0)
      this.ports.log.warn(
        { collection, problems },
        'some corrections do not fit the knowledge graph and were not applied',
      );
    return { ...summaryOf(built), isNew: true };
  }

  /**
   * Records corrections and makes the graph with them current.
   *
   * @param plan gives the log with what is to be recorded at its end; the same log records nothing. What it throws is thrown,
   *   and nothing is recorded. `extract` reads the texts of all documents, once
   * @returns the log that is stored, and the graph; null if the graph could not be built, and the next build is to do so
   * @throws ArbiterError NOT_FOUND for a collection without a graph, CONFLICT while others record all the time, UNAVAILABLE
   */
  correct(
    collection: string,
    plan: (log: CorrectionLog, extract: () => Promise<CorrectedInput>) => Promise<CorrectionLog>,
    signal: AbortSignal,
  ): Promise<{ readonly log: CorrectionLog; readonly graph: GraphSnapshot | null }> {
    return this.turns.run(collection, async () => {
      if ((await this.ports.graphs.currentVersion(collection, signal)) === null) throw noGraph(collection);
      const current = await this.currentSnapshot(collection, signal);
      const planned = async () => {
        const input = await this.readInput(collection, current, undefined, signal);
        let extracted: Promise<ExtractedCollection> | null = null;
        const extract = (): Promise<ExtractedCollection> => (extracted ??= this.extractor.extract(input, signal));
        const log = await plan(input.corrections, async () => {
          const graph = await extract();
          return { ...graph, texts: await graph.readings.readAll() };
        });
        const after = input.corrections.events.length;
        return { events: log.events.slice(after), after, result: { log, extract, input } };
      };
      const crowded = `Others correct the graph of "${collection}" all the time; try again.`;
      const { log, extract, input } = await appendPlanned(this.ports.corrections, collection, planned, {
        crowded,
        signal,
      });
      return { log, graph: await this.storeIfPossible({ ...input, corrections: log }, extract, signal) };
    });
  }

  private async readInput(
    collection: string,
    former: GraphSnapshot | null,
    schema: GraphSchema | undefined,
    signal: AbortSignal,
  ): Promise<GraphInput> {
    const { documents, changelogs, corrections } = this.ports;
    const log = await readChangelog(changelogs, collection, signal);
    return {
      collection,
      schema: schema ?? former?.schema ?? GraphSchema.parse({}),
      stored: await listStoredDocuments(documents, collection, signal),
      changes: { entries: log.entries(), lastEvent: log.events.at(-1)?.id ?? 0 },
      corrections: await readCorrections(corrections, collection, signal),
      former,
      pairs: former?.extraction?.pairs ?? [],
    };
  }

  /** Another process may have corrected the graph meanwhile. What it stored must not be replaced by a graph without that. */
  private async store(input: GraphInput, extracted: ExtractedCollection, signal: AbortSignal): Promise<GraphSnapshot> {
    const { graphs, corrections: store } = this.ports;
    const { collection, corrections } = input;
    const { readings } = extracted;
    const texts = corrections.standing().length > 0 ? await readings.readAll() : [];
    const corrected = correctedGraph({ ...extracted, texts }, corrections);
    const facts = { ...input, version: this.versionIn(input, extracted), extraction: extracted.extraction };
    const snapshot = await workReading(snapshotOf(extracted, corrected, facts), readings.read);
    signal.throwIfAborted();
    // First: with the graph current, nothing would look again for what deleted documents said.
    await readings.store();
    await graphs.put(collection, { version: snapshot.version, bytes: encodeSnapshot(snapshot, gzipSync) }, signal);
    this.snapshots.keep(snapshot);
    if ((await store.lastId(collection, signal)) <= corrections.events.length) return snapshot;
    const latest = { ...input, corrections: await readCorrections(store, collection, signal) };
    return this.store(latest, extracted, signal);
  }

  /** What is recorded counts, though the graph cannot be built now. */
  private async storeIfPossible(
    input: GraphInput,
    extract: () => Promise<ExtractedCollection>,
    signal: AbortSignal,
  ): Promise<GraphSnapshot | null> {
    try {
      return await this.store(input, await extract(), signal);
    } catch (error) {
      const { collection } = input;
      const message = 'the knowledge graph was not rebuilt after corrections; the next build applies them';
      this.ports.log.warn({ collection, err: error }, message);
      return null;
    }
  }

  /** @param extracted absent: everything could be extracted */
  private versionIn({ stored, schema, changes, corrections }: GraphInput, extracted?: ExtractedCollection): string {
    const facts = { schema, lastEvent: changes.lastEvent, corrections: corrections.standing() };
    return versionOf(
      stored.map((one) => ({ ...one, ...groupsOf(one) })),
      { ...facts, extractor: this.extractor.name, failed: extracted?.undone ?? [] },
      sha256,
    );
  }

  /** @returns null without a graph, and for one that cannot be read: the next build replaces it */
  currentSnapshot(collection: string, signal: AbortSignal): Promise<GraphSnapshot | null> {
    return this.snapshots.current(collection, signal, (err) =>
      this.ports.log.warn({ collection, err }, 'the knowledge graph is damaged and is built anew'),
    );
  }
}

export function correctedGraph(extracted: CorrectedInput, log: CorrectionLog): AppliedCorrections {
  return applyCorrections(extracted, log.standing(), extracted.texts);
}

function noGraph(collection: string): ArbiterError {
  return new ArbiterError(
    'NOT_FOUND',
    `The collection "${collection}" has no knowledge graph: build it with "arbiter graph build --collection ${collection}".`,
    { details: { collection } },
  );
}
