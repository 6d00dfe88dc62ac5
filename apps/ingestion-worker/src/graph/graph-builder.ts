import { gzipSync } from 'node:zlib';
import { SerialQueue } from '@arbiter/adapter-kit/resilience';
import { Changelog, decideRebuild, type RecordedEntry } from '@arbiter/changelog';
import { ArbiterError, GraphSchema, type OperationOutput, type buildGraph } from '@arbiter/contracts';
import type { Evidence } from '@arbiter/extraction';
import {
  type AppliedCorrections,
  applyCorrections,
  type CorrectionLog,
  encodeSnapshot,
  type ExtractedGraph,
  extractGraph,
  type GraphDocument,
  type GraphSnapshot,
  impactSince,
  KnowledgeGraph,
  type SnapshotExtraction,
  snapshotOf,
  summaryOf,
  versionOf,
  World,
} from '@arbiter/knowledge-graph';
import type {
  ChangelogStore,
  Clock,
  DocumentStore,
  GraphCorrectionStore,
  GraphStore,
  StoredDocument,
} from '@arbiter/ports';
import { appendPlanned } from '../library/append-events.js';
import { extractEach, type ModelReader } from './model/extraction-run.js';
import { NO_PAIRS, type PairDecision, type ResolvedPairs } from './model/pair-resolver.js';
import { sha256 } from './sha256.js';
import { graphDocumentOf, listStoredDocuments } from './stored-documents.js';
import { readCorrections, readSnapshot } from './stored-graph.js';

export interface GraphBuilderPorts {
  readonly documents: DocumentStore;
  readonly graphs: GraphStore;
  readonly changelogs: ChangelogStore;
  readonly corrections: GraphCorrectionStore;
  /** Null where rules alone read documents. */
  readonly reader: ModelReader | null;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: { warn(fields: object, message: string): void };
}

export type BuiltGraph = OperationOutput<typeof buildGraph>;

/** All that a graph is built from, but for the texts of the documents. */
interface GraphInput {
  readonly collection: string;
  readonly schema: GraphSchema;
  readonly stored: readonly StoredDocument[];
  readonly changes: { readonly entries: readonly RecordedEntry[]; readonly lastEvent: number };
  readonly corrections: CorrectionLog;
  readonly reader: ModelReader | null;
  /** What a language model has decided about pairs of names for the current graph. */
  readonly pairs: readonly PairDecision[];
}

/** What the documents say. */
interface ReadDocuments {
  readonly graph: ExtractedGraph;
  /** Ids of those that a language model did not read. */
  readonly failed: readonly string[];
  readonly resolution: Omit<ResolvedPairs, 'graph'>;
}

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
    const current = await this.currentSnapshot(collection, signal);
    const input = await this.readInput(collection, wanted ?? current?.schema, current, signal);
    if (current?.version === versionIn(input)) return { ...summaryOf(current), isNew: false };
    const read = await this.extract(input, signal);
    // The model has failed at the same documents again.
    if (current?.version === versionIn(input, read)) return { ...summaryOf(current), isNew: false };
    const built = await this.store(input, read, signal);
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
   *   and nothing is recorded. `extract` reads all documents, once
   * @returns the log that is stored, and the graph; null if the graph could not be built, and the next build is to do so
   * @throws ArbiterError NOT_FOUND for a collection without a graph, CONFLICT while others record all the time, UNAVAILABLE
   */
  correct(
    collection: string,
    plan: (log: CorrectionLog, extract: () => Promise<ExtractedGraph>) => Promise<CorrectionLog>,
    signal: AbortSignal,
  ): Promise<{ readonly log: CorrectionLog; readonly graph: GraphSnapshot | null }> {
    return this.turns.run(collection, async () => {
      if ((await this.ports.graphs.currentVersion(collection, signal)) === null) throw noGraph(collection);
      const current = await this.currentSnapshot(collection, signal);
      const planned = async () => {
        const input = await this.readInput(collection, current?.schema, current, signal);
        let read: Promise<ReadDocuments> | null = null;
        const extract = (): Promise<ReadDocuments> => (read ??= this.extract(input, signal));
        const log = await plan(input.corrections, async () => (await extract()).graph);
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
    schema: GraphSchema | undefined,
    current: GraphSnapshot | null,
    signal: AbortSignal,
  ): Promise<GraphInput> {
    const { documents, changelogs, corrections } = this.ports;
    const log = Changelog.from(await changelogs.read(collection, {}, signal));
    return {
      collection,
      schema: schema ?? GraphSchema.parse({}),
      stored: await listStoredDocuments(documents, collection, signal),
      changes: { entries: log.entries(), lastEvent: log.events.at(-1)?.id ?? 0 },
      corrections: await readCorrections(corrections, collection, signal),
      reader: this.ports.reader,
      pairs: current?.extraction?.pairs ?? [],
    };
  }

  private async extract(input: GraphInput, signal: AbortSignal): Promise<ReadDocuments> {
    const { collection, stored, schema, changes, reader } = input;
    const documents: GraphDocument[] = [];
    for (const document of stored) {
      const text = await this.ports.documents.text(document.id, signal);
      // Deleted since it was listed.
      if (text !== null) documents.push(graphDocumentOf(document, text));
    }
    const { extractions, failed, failures } = await extractEach(
      documents,
      { ...input, clock: this.ports.clock },
      signal,
    );
    if (failures)
      this.ports.log.warn(
        { collection, model: reader?.model, ...failures },
        'a language model did not read some documents into the knowledge graph; rules alone read them',
      );
    const extracted = extractGraph(documents, { schema, changes, extractions });
    if (!reader) return { graph: extracted, failed, resolution: NO_PAIRS };
    const texts = new Map(extracted.documents.map(({ path, text }) => [path, text]));
    const textAt = ({ document, start, end }: Evidence): string => texts.get(document)?.slice(start, end) ?? '';
    const { graph, ...resolution } = await reader.resolver.resolve(extracted, input.pairs, textAt, signal);
    if (resolution.problem)
      this.ports.log.warn(
        { collection, model: reader.model, err: resolution.problem },
        'a language model did not say which names are of one thing; the next build asks it again',
      );
    return { graph: { ...extracted, ...graph }, failed, resolution };
  }

  /** Another process may have corrected the graph meanwhile. What it stored must not be replaced by a graph without that. */
  private async store(input: GraphInput, read: ReadDocuments, signal: AbortSignal): Promise<GraphSnapshot> {
    const { graphs, corrections: store } = this.ports;
    const { collection, corrections, reader } = input;
    const { graph } = read;
    const snapshot = snapshotOf(graph, correctedGraph(graph, corrections), {
      ...input,
      version: versionIn(input, read),
      extraction: reader ? extractionIn(read, reader) : undefined,
    });
    signal.throwIfAborted();
    await graphs.put(collection, { version: snapshot.version, bytes: encodeSnapshot(snapshot, gzipSync) }, signal);
    if ((await store.lastId(collection, signal)) <= corrections.events.length) return snapshot;
    const latest = { ...input, corrections: await readCorrections(store, collection, signal) };
    return this.store(latest, read, signal);
  }

  /** What is recorded counts, though the graph cannot be built now. */
  private async storeIfPossible(
    input: GraphInput,
    extract: () => Promise<ReadDocuments>,
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

  /** @returns null without a graph, and for one that cannot be read: the next build replaces it */
  currentSnapshot(collection: string, signal: AbortSignal): Promise<GraphSnapshot | null> {
    const { graphs, log } = this.ports;
    return readSnapshot(graphs, collection, signal, (err) =>
      log.warn({ collection, err }, 'the knowledge graph is damaged and is built anew'),
    );
  }
}

export function correctedGraph(extracted: ExtractedGraph, log: CorrectionLog): AppliedCorrections {
  return applyCorrections(extracted, log.standing(), extracted.documents);
}

/** @param read absent: everything could be read */
function versionIn({ stored, schema, changes, corrections, reader }: GraphInput, read?: ReadDocuments): string {
  const failed = [...(read?.failed ?? []), ...(read?.resolution.problem ? ['unresolved pairs'] : [])];
  const extractor = reader ? { name: `${reader.extractor.name}+${reader.resolver.name}`, failed } : undefined;
  const facts = { schema, lastEvent: changes.lastEvent, corrections: corrections.standing(), extractor };
  return versionOf(stored, facts, sha256);
}

function extractionIn({ graph, failed, resolution }: ReadDocuments, { model }: ModelReader): SnapshotExtraction {
  const { merged, decisions: pairs } = resolution;
  return { model, documents: graph.documents.length - failed.length, failed: failed.length, merged, pairs };
}

function noGraph(collection: string): ArbiterError {
  return new ArbiterError(
    'NOT_FOUND',
    `The collection "${collection}" has no knowledge graph: build it with "arbiter graph build --collection ${collection}".`,
    { details: { collection } },
  );
}
