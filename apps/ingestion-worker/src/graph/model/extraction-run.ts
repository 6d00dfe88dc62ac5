import { SerialQueue, withDeadline } from '@arbiter/adapter-kit/resilience';
import { ArbiterError, type GraphSchema } from '@arbiter/contracts';
import type { DocumentExtractor, ExtractableDocument, Extraction } from '@arbiter/extraction';
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
  /** How long it may read in one build, in milliseconds. */
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

  private readonly lanes = new SerialQueue();
  private begun = 0;

  /**
   * @param rules read what the model does not
   * @param reader null where rules alone read
   */
  constructor(
    private readonly rules: DocumentExtractor,
    private readonly reader: ModelReader | null,
    private readonly clock: Pick<Clock, 'monotonic'>,
  ) {
    this.until = clock.monotonic() + (reader?.budgetMs ?? 0);
  }

  /** As `DocumentExtractor` has it. */
  get name(): string {
    return (this.reader?.extractor ?? this.rules).name;
  }

  get isCostly(): boolean {
    return (this.reader?.extractor ?? this.rules).isCostly;
  }

  /** Names the extractor of a fallback. */
  get fallbackName(): string {
    return this.rules.name;
  }

  /** @throws the signal's reason, and what the rules throw */
  async extract(document: ExtractableDocument, schema: GraphSchema, signal: AbortSignal): Promise<DocumentExtraction> {
    const { reader } = this;
    if (!reader) return { extraction: await this.rules.extract(document, schema, signal), isFallback: false };
    const lane = String(this.begun++ % reader.concurrency);
    return this.lanes.run(lane, () => this.read(reader.extractor, document, schema, signal));
  }

  private async read(
    extractor: DocumentExtractor,
    document: ExtractableDocument,
    schema: GraphSchema,
    signal: AbortSignal,
  ): Promise<DocumentExtraction> {
    signal.throwIfAborted();
    let reason: string | null = this.reasonToStop();
    if (reason === null) {
      try {
        const limits = { timeoutMs: this.until - this.clock.monotonic(), what: 'The language model' };
        const extraction = await withDeadline(signal, limits, (bounded) =>
          extractor.extract(document, schema, bounded),
        );
        this.failuresInARow = 0;
        return { extraction, isFallback: false };
      } catch (thrown) {
        signal.throwIfAborted();
        this.lastError = ArbiterError.from(thrown);
        reason = failureIn(this.lastError);
        if (AWAY.has(reason)) this.failuresInARow++;
      }
    }
    this.failed.set(reason, (this.failed.get(reason) ?? 0) + 1);
    return { extraction: await this.rules.extract(document, schema, signal), isFallback: true };
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
}

function failureIn({ details }: ArbiterError): string {
  if (typeof details.extraction === 'string') return details.extraction;
  // Our own deadline, which ends the document in the middle.
  return 'timeoutMs' in details ? 'out-of-time' : 'unavailable';
}
