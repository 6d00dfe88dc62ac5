import { createHash } from 'node:crypto';
import { compareCodeUnits, type Tenant } from '@arbiter/contracts';
import {
  AckPolicy,
  DeliverPolicy,
  type JetStreamManager,
  type JsMsg,
  type MsgRequest,
  nanos,
  type NatsConnection,
  NatsError,
  RetentionPolicy,
  StorageType,
} from 'nats';
import { callJetStream, isMissing, onceReady, REQUEST_MS } from '../call-jetstream.js';

export interface WorkStreamOptions {
  /** Letters, digits, "-" and "_". */
  readonly name: string;
  /** How long a worker may give no sign of life before its job is given out again, in milliseconds. */
  readonly ackWaitMs: number;
  /** Copies in a cluster of brokers, 1–5. */
  readonly replicas: number;
}

/** Jobs of one tenant for one collection, which come one after the other. */
export interface Lane {
  readonly tenant: Tenant;
  /** A subject of the stream. */
  readonly subject: string;
  /** Sequence of its oldest message. */
  readonly head: number;
}

/** The broker removes a consumer without requests after so long; the next worker makes it anew. */
const IDLE_CONSUMER_MS = 7 * 24 * 3_600_000;
/** Answers of the broker that say that a lane has nothing to give now: no message, or one that is being worked on. */
const NOTHING_NOW: readonly string[] = ['404', '408', '409'];

/**
 * The stream that brings jobs to workers: a message is the id of a job. It stays until it is acknowledged, and comes
 * again when its worker gives no sign of life. A lane has a consumer that gives out one message at a time, so that the
 * jobs of a collection wait for each other, in their order.
 */
export class WorkStream {
  readonly #client;
  readonly #consumers = new Set<string>();
  #opened: Promise<JetStreamManager> | null = null;

  /** @param connection stays open; who opened it closes it */
  constructor(
    private readonly connection: NatsConnection,
    private readonly options: WorkStreamOptions,
  ) {
    this.#client = connection.jetstream({ timeout: REQUEST_MS });
  }

  /** @returns the sequence of the message */
  async publish(job: { id: string; tenant: Tenant; collection: string }, signal: AbortSignal): Promise<number> {
    return this.#call(signal, async (_manager, live) => {
      const subject = `${this.options.name}.${job.tenant}.${Buffer.from(job.collection).toString('base64url')}`;
      return (await onceReady(live, () => this.#client.publish(subject, job.id))).seq;
    });
  }

  /** Lanes that hold messages, the oldest message first. */
  async lanes(signal: AbortSignal): Promise<Lane[]> {
    return this.#call(signal, async (manager) => {
      const { state } = await manager.streams.info(this.options.name, { subjects_filter: '>' });
      const lanes: Lane[] = [];
      for (const subject of Object.keys(state.subjects ?? {}).sort(compareCodeUnits)) {
        const head = await this.#headOf(manager, subject);
        if (head !== null) lanes.push({ tenant: subject.split('.')[1] ?? '', subject, head });
      }
      return lanes.sort((a, b) => a.head - b.head);
    });
  }

  /** @returns null when the lane has nothing to give now */
  async take({ subject }: Lane, signal: AbortSignal): Promise<JsMsg | null> {
    return this.#call(signal, async (manager) => {
      const durable = createHash('sha256').update(subject).digest('hex').slice(0, 32);
      if (!this.#consumers.has(durable)) {
        await manager.consumers.add(this.options.name, {
          durable_name: durable,
          filter_subject: subject,
          ack_policy: AckPolicy.Explicit,
          deliver_policy: DeliverPolicy.All,
          ack_wait: nanos(this.options.ackWaitMs),
          max_ack_pending: 1,
          // Who counts is the job's record: a message that has to wait its turn is no failed delivery.
          max_deliver: -1,
          inactive_threshold: nanos(IDLE_CONSUMER_MS),
        });
        this.#consumers.add(durable);
      }
      try {
        // oxlint-disable-next-line typescript/no-deprecated -- what replaces it waits a second at least
        return await this.#client.pull(this.options.name, durable);
      } catch (error) {
        if (error instanceof NatsError && NOTHING_NOW.includes(error.code)) return null;
        // It may be gone: made anew the next time.
        this.#consumers.delete(durable);
        throw error;
      }
    });
  }

  async delete(sequence: number, signal: AbortSignal): Promise<void> {
    await this.#call(signal, (manager) => manager.streams.deleteMessage(this.options.name, sequence));
  }

  /** Calls for each message that is published. @returns what ends that */
  onPublished(listener: () => void): () => void {
    const subscription = this.connection.subscribe(`${this.options.name}.>`, { callback: listener });
    return () => {
      if (!this.connection.isClosed()) subscription.unsubscribe();
    };
  }

  async #headOf(manager: JetStreamManager, subject: string): Promise<number | null> {
    try {
      // The client's type leaves out what the broker takes since 2.9.
      const query = { seq: 1, next_by_subj: subject } as MsgRequest;
      return (await manager.streams.getMessage(this.options.name, query)).seq;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  #call<T>(signal: AbortSignal, run: (manager: JetStreamManager, live: AbortSignal) => Promise<T>): Promise<T> {
    return callJetStream(signal, async (live) => run(await onceReady(live, () => this.#open()), live));
  }

  #open(): Promise<JetStreamManager> {
    this.#opened ??= this.#create().catch((error: unknown) => {
      // The broker may be there the next time.
      this.#opened = null;
      throw error;
    });
    return this.#opened;
  }

  async #create(): Promise<JetStreamManager> {
    const { name, replicas } = this.options;
    const manager = await this.connection.jetstreamManager({ timeout: REQUEST_MS });
    await manager.streams.add({
      name,
      subjects: [`${name}.>`],
      retention: RetentionPolicy.Workqueue,
      storage: StorageType.File,
      num_replicas: replicas,
    });
    return manager;
  }
}
