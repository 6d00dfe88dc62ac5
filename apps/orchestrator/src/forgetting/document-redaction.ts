import { listDeletions, type Deletion } from '@arbiter/contracts';
import type { OperationClient } from '@arbiter/messaging';
import type {
  AnswerRecordStore,
  Clock,
  DeletedDocuments,
  DeletionCursor,
  FeedbackStore,
  InsightStore,
  SessionStore,
} from '@arbiter/ports';

export interface DocumentRedactionPorts {
  /** Reaches the ingestion worker. */
  readonly client: OperationClient;
  readonly cursor: DeletionCursor;
  readonly sessions: Pick<SessionStore, 'redact'>;
  readonly insights: Pick<InsightStore, 'deleteOfDocuments'>;
  /** Null where answers are not kept. */
  readonly answers: Pick<AnswerRecordStore, 'redact'> | null;
  readonly feedback: Pick<FeedbackStore, 'deleteOfDocuments'>;
  readonly clock: Clock;
}

export interface DocumentRedactionSettings {
  /** Told when deletions cannot be followed, and not again until they were. Must not throw. */
  readonly onFailure: (error: unknown) => void;
  /** Time between two looks, in milliseconds. */
  readonly everyMs?: number;
}

const DEFAULT_EVERY_MS = 1_000;
/**
 * Settling time in milliseconds, longer than any answer takes. An answer in progress when a document is deleted may be
 * kept after the deletion. Documents deleted within this time are therefore redacted once more at its end.
 */
export const SETTLING_MS = 5 * 60_000;
/** One look, with everything that it takes out, in milliseconds. */
const LONGEST_LOOK_MS = 10 * 60_000;
const PAGE = 100;

/** Takes out of sessions, insights, answers and feedback what they hold of documents that leave the library. */
export class DocumentRedaction {
  readonly #stopped = new AbortController();
  /** Documents that were taken out, by the deletion that asked for it; of those that have not settled. */
  readonly #done = new Map<string, Set<string>>();
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> | null = null;
  #isFailing = false;

  constructor(
    private readonly ports: DocumentRedactionPorts,
    private readonly settings: DocumentRedactionSettings,
  ) {}

  start(): void {
    const { everyMs = DEFAULT_EVERY_MS } = this.settings;
    this.#timer ??= setInterval(() => void this.#lookQuietly(), everyMs).unref();
  }

  /**
   * Redacts the documents deleted until now. It first waits for a look that is under way.
   *
   * @throws ArbiterError of the ingestion worker or a store; the next look redacts the rest
   */
  async catchUp(): Promise<void> {
    await this.#looking?.catch(() => undefined);
    await this.#look();
  }

  /** Resolves once no look is under way any more. */
  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#stopped.abort();
    await this.#looking?.catch(() => undefined);
  }

  async #lookQuietly(): Promise<void> {
    if (this.#looking) return;
    try {
      await this.#look();
      this.#isFailing = false;
    } catch (error) {
      if (this.#stopped.signal.aborted || this.#isFailing) return;
      this.#isFailing = true;
      this.settings.onFailure(error);
    }
  }

  #look(): Promise<void> {
    this.#looking ??= this.#follow().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #follow(): Promise<void> {
    const signal = AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(LONGEST_LOOK_MS)]);
    const { client, cursor, clock } = this.ports;
    let settled = await cursor.read(signal);
    let isSettled = true;
    for (let after = settled; ;) {
      const input = { limit: PAGE, ...(after !== null && { after }) };
      const { deletions } = await client.request(listDeletions, input, { signal });
      for (const deletion of deletions) {
        const isOld = Date.parse(deletion.at) + SETTLING_MS <= clock.now();
        await this.#takeOut(deletion, isOld, signal);
        isSettled &&= isOld;
        if (isSettled) settled = deletion.position;
        after = deletion.position;
      }
      if (isSettled && settled !== null && deletions.length > 0) await cursor.write(settled, signal);
      if (deletions.length < PAGE) return;
    }
  }

  async #takeOut({ position, documents, at, jobId }: Deletion, isOld: boolean, signal: AbortSignal): Promise<void> {
    const done = this.#done.get(position) ?? new Set();
    const left = isOld ? documents : documents.filter((id) => !done.has(id));
    if (left.length > 0) await this.#redact({ documents: left, at, jobId }, signal);
    if (isOld) this.#done.delete(position);
    else this.#done.set(position, new Set([...done, ...left]));
  }

  async #redact(deleted: DeletedDocuments, signal: AbortSignal): Promise<void> {
    const { sessions, insights, answers, feedback } = this.ports;
    // Insights first: they are brought up again by themselves.
    await insights.deleteOfDocuments(deleted, signal);
    await sessions.redact(deleted, signal);
    await answers?.redact(deleted, signal);
    await feedback.deleteOfDocuments(deleted, signal);
  }
}
