import { retryDelayMs, sleep, withDeadline } from '@arbiter/adapter-kit/resilience';
import { ArbiterError } from '@arbiter/contracts';
import { QdrantClient } from '@qdrant/js-client-rest';
import { Agent } from 'undici';
import { translateQdrantError } from './qdrant-errors.js';
import type { QdrantSettings } from './qdrant-options.js';

/** Milliseconds between two looks; building a graph takes seconds to minutes. */
const INTERVAL_MS = 250;

/** Node's `fetch` takes an agent of the package, but knows it under the type of the copy that is built into Node. */
type Dispatcher = NonNullable<RequestInit['dispatcher']>;

type QdrantApi = ReturnType<QdrantClient['api']>;

/** Sends one request; `init` carries the signal and must be handed on. */
type Send<T> = (api: QdrantApi, init: RequestInit) => Promise<{ readonly data: { readonly result?: T } }>;

interface RequestOptions {
  readonly signal: AbortSignal;
  /** For the words of an error. */
  readonly collection?: string;
  /** A write waits longer, since it is answered when the server has applied it. */
  readonly write?: boolean;
}

/**
 * Requests to one server through the vendor's client: bounded in number and time, cancelled with the caller, and repeated
 * when the server is busy or broke off. Every request of this package may be repeated.
 */
export class QdrantConnection {
  readonly server: string;
  private readonly api: QdrantApi;
  private readonly agent: Agent;
  private closed = false;

  constructor(private readonly settings: QdrantSettings) {
    const { server, apiKey, caCertificate, connections } = settings;
    this.server = server.display;
    this.agent = new Agent({
      connections,
      // Time is kept by `withDeadline`.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: { ...(caCertificate !== null && { ca: caCertificate }) },
    });
    const client = new QdrantClient({
      host: server.host,
      port: server.port,
      https: server.https,
      prefix: server.path,
      // A finite timeout makes the client replace the signal of each request by one of its own.
      timeout: Number.POSITIVE_INFINITY,
      // The check asks the server before the first call, and prints to the console.
      checkCompatibility: false,
      // With `apiKey` the client would print a warning about http, which a local server uses.
      ...(apiKey !== null && { headers: { 'api-key': apiKey } }),
    });
    this.api = client.api();
  }

  /**
   * @returns what the server answered in `result`
   * @throws ArbiterError UNAVAILABLE, OVERLOADED, UNAUTHENTICATED, NOT_FOUND, ...; the signal's reason once it is aborted
   */
  async request<T>(options: RequestOptions, send: Send<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      options.signal.throwIfAborted();
      try {
        return await this.attempt(options, send);
      } catch (thrown) {
        if (options.signal.aborted) throw options.signal.reason;
        const error = translateQdrantError(thrown, { server: this.server, ...options });
        // A request that timed out is not repeated: the caller has waited long enough.
        const late = error.details.timeoutMs !== undefined;
        const pause = late ? null : retryDelayMs(error, attempt, this.settings.retry, this.settings.random());
        if (pause === null || this.closed) throw error;
        await sleep(pause, options.signal);
      }
    }
  }

  /** Waits for the requests under way, refuses further ones. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.agent.close();
  }

  private async attempt<T>({ signal, write = false }: RequestOptions, send: Send<T>): Promise<T> {
    if (this.closed) throw new ArbiterError('UNAVAILABLE', `The connection to Qdrant at ${this.server} was closed.`);
    const timeoutMs = write ? this.settings.writeTimeoutMs : this.settings.timeoutMs;
    const { data } = await withDeadline(signal, { timeoutMs, what: `Qdrant at ${this.server}` }, (ending) =>
      send(this.api, { signal: ending, dispatcher: this.agent as unknown as Dispatcher }),
    );
    // The body is parsed but not checked by the client: a proxy's page of HTML is a text here.
    if (typeof data !== 'object' || data.result === undefined)
      throw new ArbiterError(
        'UNAVAILABLE',
        `What answers at ${this.server} is not Qdrant: there is no result; correct QDRANT_URL.`,
      );
    return data.result;
  }
}

/**
 * Waits until the server has no more to build ("green"). Only the signal bounds it: a million vectors take minutes.
 *
 * @throws ArbiterError UNAVAILABLE when the server gives up ("red")
 */
export async function untilOptimized(
  connection: QdrantConnection,
  collection: string,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const { status, optimizer_status: optimizer } = await connection.request({ signal, collection }, (api, init) =>
      api.getCollection({ collection_name: name }, init),
    );
    if (status === 'green') return;
    if (status === 'red')
      throw new ArbiterError('UNAVAILABLE', `Qdrant cannot optimise collection "${collection}"; its log says why.`, {
        details: { collection, ...(typeof optimizer === 'object' && { optimizer: optimizer.error }) },
      });
    await sleep(INTERVAL_MS, signal);
  }
}
