import { mapConcurrently } from '@arbiter/adapter-kit/resilience';
import { ArbiterError, type GraphSchema } from '@arbiter/contracts';
import {
  type DocumentExtractor,
  type ExtractableDocument,
  type Extraction,
  RULES_EXTRACTOR,
} from '@arbiter/extraction';
import { type GraphDocument, withPaths } from '@arbiter/knowledge-graph';
import type { Clock } from '@arbiter/ports';
import type { ExtractionFailure } from './model-extractor.js';
import type { PairResolver } from './pair-resolver.js';

/** A language model as graph builds use it. */
export interface ModelReader {
  readonly extractor: DocumentExtractor;
  readonly resolver: PairResolver;
  /** As summaries name it. */
  readonly model: string;
  /** Documents that it reads at once. */
  readonly concurrency: number;
  /** It begins no document of a build after this time, in milliseconds. */
  readonly budgetMs: number;
}

export interface DocumentExtraction {
  readonly extraction: Extraction;
  /** Whether the rules read it alone because the model did not: the next build asks the model again. */
  readonly isFallback: boolean;
}

/** Documents that the rules read alone. */
export interface ExtractionFailures {
  readonly count: number;
  readonly reasons: Readonly<Record<string, number>>;
  /** The last of them, as a sentence. */
  readonly why: string;
}

/** The vendor is away, and further documents would only wait for it. */
const MOST_FAILURES_IN_A_ROW = 3;
const AWAY: ReadonlySet<string> = new Set<ExtractionFailure>(['unavailable', 'timed-out']);

/** The documents of one build on their way through an extractor. What a language model does not read, the rules read alone. */
export class ExtractionRun {
  private readonly failed = new Map<string, number>();
  private readonly until: number;
  private failuresInARow = 0;
  private lastError: ArbiterError | null = null;

  /** @param reader null where rules alone read */
  constructor(
    private readonly reader: ModelReader | null,
    private readonly clock: Pick<Clock, 'monotonic'>,
  ) {
    this.until = clock.monotonic() + (reader?.budgetMs ?? 0);
  }

  /** @throws the signal's reason, and nothing else */
  async extract(document: ExtractableDocument, schema: GraphSchema, signal: AbortSignal): Promise<DocumentExtraction> {
    const byRules = (): Promise<Extraction> => RULES_EXTRACTOR.extract(document, schema, signal);
    if (!this.reader) return { extraction: await byRules(), isFallback: false };
    const reason = this.reasonToStop();
    if (reason !== null) return this.fallBack(reason, await byRules());
    try {
      const extraction = await this.reader.extractor.extract(document, schema, signal);
      this.failuresInARow = 0;
      return { extraction, isFallback: false };
    } catch (thrown) {
      signal.throwIfAborted();
      const error = ArbiterError.from(thrown);
      const failure = typeof error.details.extraction === 'string' ? error.details.extraction : 'unavailable';
      if (AWAY.has(failure)) this.failuresInARow++;
      this.lastError = error;
      return this.fallBack(failure, await byRules());
    }
  }

  /** Null where the model has read every document. */
  get failures(): ExtractionFailures | null {
    const count = [...this.failed.values()].reduce((sum, one) => sum + one, 0);
    if (count === 0) return null;
    const why = this.lastError?.message ?? 'The time for it was over.';
    return { count, reasons: Object.fromEntries(this.failed), why };
  }

  private reasonToStop(): 'not-asked' | 'out-of-time' | null {
    if (this.failuresInARow >= MOST_FAILURES_IN_A_ROW) return 'not-asked';
    return this.clock.monotonic() >= this.until ? 'out-of-time' : null;
  }

  private fallBack(reason: string, extraction: Extraction): DocumentExtraction {
    this.failed.set(reason, (this.failed.get(reason) ?? 0) + 1);
    return { extraction, isFallback: true };
  }
}

/**
 * Reads each document of a collection by itself, whatever the others say.
 *
 * @returns extractions by the id of their document, in which evidence names its path; the ids of the documents that the model
 *   did not read, ascending
 * @throws the signal's reason
 */
export async function extractEach(
  documents: readonly GraphDocument[],
  {
    schema,
    reader,
    clock,
  }: { readonly schema: GraphSchema; readonly reader: ModelReader | null; readonly clock: Pick<Clock, 'monotonic'> },
  signal: AbortSignal,
): Promise<{
  readonly extractions: ReadonlyMap<string, Extraction>;
  readonly failed: readonly string[];
  readonly failures: ExtractionFailures | null;
}> {
  const run = new ExtractionRun(reader, clock);
  const read = await mapConcurrently(withPaths(documents), reader?.concurrency ?? 1, async (document) => {
    const extracted = await run.extract({ ...document, id: document.path }, schema, signal);
    return { id: document.id, ...extracted };
  });
  return {
    extractions: new Map(read.map(({ id, extraction }) => [id, extraction])),
    failed: read.filter(({ isFallback }) => isFallback).map(({ id }) => id),
    failures: run.failures,
  };
}
