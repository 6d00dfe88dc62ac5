import type { RecordedEntry } from '@arbiter/changelog';
import type { GraphSchema } from '@arbiter/contracts';
import { type DocumentExtractor, type Evidence, RULES_EXTRACTOR } from '@arbiter/extraction';
import { type ExtractedGraph, readGraph, type SnapshotExtraction, workReading } from '@arbiter/knowledge-graph';
import type { Clock, DocumentStore, ExtractionStore, StoredDocument } from '@arbiter/ports';
import { CollectionReadings } from './collection-readings.js';
import { ExtractionRun, type ModelReader } from './model/extraction-run.js';
import type { PairDecision, ResolvedPairs } from './model/pair-resolver.js';

export interface CollectionExtractorPorts {
  readonly documents: Pick<DocumentStore, 'text'>;
  readonly extractions: ExtractionStore;
  /** Default: the rules. */
  readonly extractor?: DocumentExtractor;
  /** A language model that reads documents in place of the extractor, with the extractor behind it; null for none. */
  readonly reader: ModelReader | null;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: { warn(fields: object, message: string): void };
}

/** What is extracted. */
export interface ExtractionInput {
  readonly collection: string;
  readonly schema: GraphSchema;
  readonly stored: readonly StoredDocument[];
  readonly changes: { readonly entries: readonly RecordedEntry[]; readonly lastEvent: number };
  /** What a language model has decided about pairs of names for the current graph. */
  readonly pairs: readonly PairDecision[];
}

/** What was read out of a collection, and where its texts are read. */
export interface ExtractedCollection extends ExtractedGraph {
  readonly readings: CollectionReadings;
  /** What a language model did not do: ids of documents, and the resolution of names. */
  readonly undone: readonly string[];
  /** Absent where no language model was asked. */
  readonly extraction: SnapshotExtraction | undefined;
}

/** Extracts entities and relations of collections: by rules, or by a language model beside them. */
export class CollectionExtractor {
  private readonly extractor: DocumentExtractor;

  constructor(private readonly ports: CollectionExtractorPorts) {
    this.extractor = ports.extractor ?? RULES_EXTRACTOR;
  }

  /** Names all that an extraction depends on besides its input. */
  get name(): string {
    const { reader } = this.ports;
    return reader ? `${reader.extractor.name}+${reader.resolver.name}` : this.extractor.name;
  }

  /** @throws ArbiterError UNAVAILABLE of the stores, and the signal's reason; never for what a language model does */
  async extract(input: ExtractionInput, signal: AbortSignal): Promise<ExtractedCollection> {
    const { collection, stored, schema } = input;
    const { reader, clock, log } = this.ports;
    const run = new ExtractionRun(this.extractor, reader, clock);
    const readings = await CollectionReadings.open(collection, stored, schema, { ...this.ports, run }, signal);
    if (run.failures)
      log.warn(
        { collection, model: reader?.model, ...run.failures },
        'a language model did not read some documents into the knowledge graph; rules alone read them',
      );
    const graph = await workReading(readGraph(readings.documents, input), readings.read);
    if (!reader) return { ...graph, readings, undone: [], extraction: undefined };
    const { graph: resolved, ...resolution } = await this.resolve(graph, input, { reader, readings }, signal);
    const { failed } = readings;
    const { merged, decisions: pairs } = resolution;
    const documents = graph.documents.length - failed.length;
    return {
      ...{ ...graph, ...resolved, readings },
      undone: [...failed, ...(resolution.problem ? ['unresolved pairs'] : [])],
      extraction: { model: reader.model, documents, failed: failed.length, merged, pairs },
    };
  }

  /** Has a language model say which names are of one thing. */
  private async resolve(
    graph: ExtractedGraph,
    { collection, pairs }: ExtractionInput,
    { reader, readings }: { readonly reader: ModelReader; readonly readings: CollectionReadings },
    signal: AbortSignal,
  ): Promise<ResolvedPairs> {
    const positions = new Map(graph.documents.map(({ path }, position) => [path, position]));
    const textAt = async ({ document, start, end }: Evidence): Promise<string> =>
      (await readings.read(positions.get(document) ?? -1))?.text.slice(start, end) ?? '';
    const resolved = await reader.resolver.resolve(graph, pairs, textAt, signal);
    if (resolved.problem)
      this.ports.log.warn(
        { collection, model: reader.model, err: resolved.problem },
        'a language model did not say which names are of one thing; the next build asks it again',
      );
    return resolved;
  }
}
