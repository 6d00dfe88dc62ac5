import { ArbiterError } from '@arbiter/contracts';
import type { Clock, RequestCounts } from '@arbiter/ports';
import type { NatsConnection } from 'nats';
import { z } from 'zod';
import { KeyValueBucket } from './key-value-bucket.js';

export const REQUEST_COUNTS_BUCKET = 'arbiter-request-counts';

const WINDOW_MS = 60_000;
/** A replica that is gone is forgotten with its window. */
const TTL_MS = 2 * WINDOW_MS;
/** Between two exchanges. In that time every replica admits what it does not yet know of the others. */
const EXCHANGE_MS = 1_000;
const DEADLINE_MS = 2_000;
/** Clients that one replica tells the others of, the busiest: far more than have a share worth limiting. */
const MOST_TOLD = 2_000;

const Told = z.object({ window: z.number(), counts: z.record(z.string(), z.number()) });

export interface RequestCountsOptions {
  /** This replica: letters, digits, "_" and "-"; another for each process. */
  readonly replica: string;
  readonly clock: Clock;
  /** Told once when the broker goes away, with its error, and once when it is back, with null. */
  readonly onTrouble: (error: ArbiterError | null) => void;
  readonly exchangeMs?: number;
}

/**
 * Sums what replicas count, once a second: each writes its own counts of this minute under its own key, which nobody else
 * writes, and reads those of the others. No request waits for the broker. The price is a sum that is late: a client may get
 * through what all replicas together admit in one second beyond its limit. Without a broker each replica counts for itself.
 */
export class JetStreamRequestCounts implements RequestCounts {
  readonly #bucket: KeyValueBucket;
  #window = 0;
  #own = new Map<string, number>();
  #others = new Map<string, number>();
  #isAway = false;
  #timer: NodeJS.Timeout | null = null;
  #exchanging: Promise<void> = Promise.resolve();
  readonly #closing = new AbortController();

  /** @param connection stays open; who opened it closes it */
  constructor(
    connection: NatsConnection,
    private readonly options: RequestCountsOptions,
  ) {
    this.#bucket = new KeyValueBucket(connection, REQUEST_COUNTS_BUCKET, { ttlMs: TTL_MS });
  }

  start(): this {
    const { exchangeMs = EXCHANGE_MS } = this.options;
    const next = (): void => {
      this.#exchanging = this.exchange().finally(() => {
        if (!this.#closing.signal.aborted) this.#timer = setTimeout(next, exchangeMs).unref();
      });
    };
    next();
    return this;
  }

  count(client: string): number {
    this.#turnWindow();
    const own = (this.#own.get(client) ?? 0) + 1;
    this.#own.set(client, own);
    return own + (this.#others.get(client) ?? 0);
  }

  /** Writes this replica's counts and reads the others'. Never throws: a broker that is away costs only their sum. */
  async exchange(): Promise<void> {
    this.#turnWindow();
    const window = this.#window;
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(DEADLINE_MS)]);
    try {
      await this.#tell(window, signal);
      const others = new Map<string, number>();
      await this.#bucket.forEach('>', signal, ({ key, value }) => {
        if (key !== this.options.replica) addCounts(others, value, window);
      });
      this.#turnWindow();
      if (this.#window === window) this.#others = others;
      if (this.#isAway) this.options.onTrouble(null);
      this.#isAway = false;
    } catch (thrown) {
      if (this.#closing.signal.aborted) return;
      this.#others = new Map();
      if (!this.#isAway) this.options.onTrouble(ArbiterError.from(thrown));
      this.#isAway = true;
    }
  }

  /** Resolves when nothing is on its way any more. */
  async close(): Promise<void> {
    this.#closing.abort(new ArbiterError('CANCELLED', 'The counts are closed.'));
    if (this.#timer) clearTimeout(this.#timer);
    await this.#exchanging;
  }

  async #tell(window: number, signal: AbortSignal): Promise<void> {
    if (this.#own.size === 0) return;
    const busiest = [...this.#own].sort(([, a], [, b]) => b - a).slice(0, MOST_TOLD);
    const value = new TextEncoder().encode(JSON.stringify({ window, counts: Object.fromEntries(busiest) }));
    await this.#bucket.update(this.options.replica, () => value, signal);
  }

  #turnWindow(): void {
    const window = Math.floor(this.options.clock.now() / WINDOW_MS);
    if (window === this.#window) return;
    this.#window = window;
    this.#own = new Map();
    this.#others = new Map();
  }
}

function addCounts(sums: Map<string, number>, value: Uint8Array, window: number): void {
  const told = Told.safeParse(safeJson(value));
  if (!told.success || told.data.window !== window) return;
  for (const [client, count] of Object.entries(told.data.counts)) sums.set(client, (sums.get(client) ?? 0) + count);
}

function safeJson(value: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(value));
  } catch {
    return null;
  }
}
