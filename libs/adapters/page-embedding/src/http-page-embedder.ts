import {
  abortable,
  abortReason,
  CircuitBreaker,
  type CircuitSettings,
  DEFAULT_CIRCUIT,
  DEFAULT_RETRY_POLICY,
} from '@arbiter/adapter-kit/resilience';
import { ArbiterError, type RetryPolicy } from '@arbiter/contracts';
import { type Clock, type EmbedOptions, type PageEmbedder, SYSTEM_CLOCK } from '@arbiter/ports';
import { type DecodedVectors, decodeVectors } from './decode-vectors.js';
import { findServer, type Input, type PageServer } from './page-servers.js';
import { ServerConnection } from './server-connection.js';

export interface HttpPageEmbedderOptions {
  /** Of a vLLM or Infinity server: http(s), with a path where a proxy asks for one. */
  readonly url: string;
  /** As the server names it. */
  readonly model: string;
  readonly apiKey?: string;
  /** Longest wait for the vectors of a query, and for what the server is, in milliseconds. */
  readonly queryTimeoutMs?: number;
  /** The same for a page; a server without a GPU takes many seconds. */
  readonly pageTimeoutMs?: number;
  /** Of one answer. */
  readonly maxBytes?: number;
  readonly retry?: RetryPolicy;
  readonly circuit?: CircuitSettings;
  readonly clock?: Clock;
  /** In [0, 1), for the pauses between attempts. */
  readonly random?: () => number;
}

const QUERY_TIMEOUT_MS = 10_000;
const PAGE_TIMEOUT_MS = 120_000;

/** A page of 2,000 vectors of 320 numbers takes 13 MB as lists. */
const MAX_BYTES = 32 * 1_048_576;

/** The shortest text that every model has vectors for. */
const PROBE: Input = { query: 'page' };

/** What was found out about a server. */
interface KnownServer {
  readonly server: PageServer;
  readonly dimensions: number;
  /** Base64 does not tell the number of dimensions; that every vector has unit length then shows that it is still the same. */
  readonly encoding: 'base64' | 'float';
}

/**
 * ColQwen, ColPali and their like on a server of vLLM or Infinity. Which of the two it is, and how many numbers a vector has, is
 * asked once, before the first call. A server that fails again and again is left alone for a while.
 */
export class HttpPageEmbedder implements PageEmbedder {
  readonly model: string;
  readonly #connection: ServerConnection;
  readonly #circuit: CircuitBreaker;
  readonly #timeouts: { readonly query: number; readonly page: number };
  readonly #closed = new AbortController();
  #known: Promise<KnownServer> | null = null;

  /** Asks the server nothing yet. @throws ArbiterError INVALID_REQUEST for what is no address of a server */
  constructor(options: HttpPageEmbedderOptions) {
    const clock = options.clock ?? SYSTEM_CLOCK;
    this.model = options.model;
    this.#connection = new ServerConnection({
      url: addressOf(options.url),
      apiKey: options.apiKey ?? null,
      maxBytes: options.maxBytes ?? MAX_BYTES,
      retry: options.retry ?? DEFAULT_RETRY_POLICY,
      clock,
      random: options.random ?? Math.random,
    });
    this.#circuit = new CircuitBreaker(this.#connection.server, clock, options.circuit ?? DEFAULT_CIRCUIT);
    this.#timeouts = {
      query: options.queryTimeoutMs ?? QUERY_TIMEOUT_MS,
      page: options.pageTimeoutMs ?? PAGE_TIMEOUT_MS,
    };
  }

  dimensions(signal: AbortSignal): Promise<number> {
    return this.#guarded(signal, async (ending) => (await this.#server(ending)).dimensions);
  }

  embedPage(picture: Uint8Array, { signal }: Pick<EmbedOptions, 'signal'>): Promise<Float32Array> {
    return this.#guarded(signal, (ending) => this.#embed({ picture }, ending));
  }

  embedQuery(query: string, { signal }: Pick<EmbedOptions, 'signal'>): Promise<Float32Array> {
    return this.#guarded(signal, (ending) => this.#embed({ query }, ending));
  }

  close(): Promise<void> {
    this.#closed.abort(new ArbiterError('UNAVAILABLE', 'The page embedder has been closed: create a new one.'));
    return Promise.resolve();
  }

  /** A call that is not made while the server is away. */
  async #guarded<T>(signal: AbortSignal, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const ending = AbortSignal.any([signal, this.#closed.signal]);
    ending.throwIfAborted();
    const pass = this.#circuit.enter();
    try {
      const result = await call(ending);
      pass.succeeded();
      return result;
    } catch (thrown) {
      // It is there if it refuses a picture. It counts as away when the caller's time is over, not when the caller left.
      if (reasonOf(thrown) === 'refused') pass.succeeded();
      else pass.failed(ending.aborted ? abortReason(ending) : thrown);
      throw thrown;
    }
  }

  async #embed(input: Input, signal: AbortSignal): Promise<Float32Array> {
    const { server, dimensions, encoding } = await this.#server(signal);
    const { vectors, wereUnit } = await this.#ask(server, input, { encoding, dimensions, signal });
    if (encoding === 'base64' && !wereUnit)
      throw this.#connection.unreadable(`its vectors are not of ${dimensions} numbers and the length 1, as before`);
    return vectors;
  }

  /** Callers at the same time wait for one finding; what failed is tried again by the next. */
  #server(signal: AbortSignal): Promise<KnownServer> {
    const known = (this.#known ??= this.#find().catch((thrown: unknown) => {
      this.#known = null;
      throw thrown;
    }));
    return abortable(signal, () => known);
  }

  async #find(): Promise<KnownServer> {
    const { signal } = this.#closed;
    const server = await findServer(this.#connection, this.model, { signal, timeoutMs: this.#timeouts.query });
    const probe = { encoding: 'float', dimensions: null, signal } as const;
    const { dimensions, wereUnit } = await this.#ask(server, PROBE, probe).catch((thrown: unknown) => {
      throw reasonOf(thrown) === 'refused' ? this.#withoutVectors() : thrown;
    });
    return { server, dimensions, encoding: wereUnit ? 'base64' : 'float' };
  }

  async #ask(
    server: PageServer,
    input: Input,
    {
      encoding,
      dimensions,
      signal,
    }: Pick<KnownServer, 'encoding'> & { dimensions: number | null; signal: AbortSignal },
  ): Promise<DecodedVectors> {
    const timeoutMs = 'query' in input ? this.#timeouts.query : this.#timeouts.page;
    const request = { path: server.path, body: server.body(this.model, input, encoding) };
    const answer = await this.#connection.request(request, { signal, timeoutMs });
    if (answer === null) throw this.#withoutVectors();
    try {
      return decodeVectors(server.vectorsIn(answer), dimensions);
    } catch (cause) {
      throw this.#connection.unreadable(cause instanceof Error ? cause.message : String(cause), cause);
    }
  }

  #withoutVectors(): ArbiterError {
    const remedy = 'name a model such as ColQwen or ColPali in PAGE_EMBEDDER_MODEL';
    return this.#connection.failure('model-missing', `has no vectors of "${this.model}" for parts of pages: ${remedy}`);
  }
}

function reasonOf(thrown: unknown): unknown {
  return thrown instanceof ArbiterError ? thrown.details.reason : undefined;
}

/** Without the "/v1" that addresses of such servers are often given with. */
function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw new ArbiterError(
      'INVALID_REQUEST',
      'PAGE_EMBEDDER_URL must be a URL that begins with http:// or https:// and holds no user or password.',
    );
  return `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, '');
}
