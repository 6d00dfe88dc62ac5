import { readFile } from 'node:fs/promises';
import { sleep, withDeadline } from '@arbiter/adapter-kit/resilience';
import { ArbiterError, backoffMs, type ErrorCode } from '@arbiter/contracts';
import { Client, type ClientOptions, errors } from '@elastic/elasticsearch';
import { z } from 'zod';

/** The longest pause between two attempts. */
const MAX_PAUSE_MS = 5_000;

/** A cause that is likely gone at the next attempt. */
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Where Elasticsearch is and how it is used. */
export const ElasticsearchOptions = z
  .strictObject({
    url: z.url({ protocol: /^https?$/, error: 'must be an http or https address, such as http://127.0.0.1:9200' }),
    apiKey: z.string().min(1).optional(),
    username: z.string().min(1).optional(),
    password: z.string().min(1).optional(),
    /** The certificate authority to trust beside those that Node knows: PEM text, or the path of a file that holds it. */
    caCertificate: z.string().min(1).optional(),
    /** What the names of all indices of this library begin with. */
    prefix: z
      .string()
      .max(64)
      .regex(/^[a-z0-9][a-z0-9_-]*$/, 'must be lower case letters, digits, "_" and "-"')
      .default('knowledge_base'),
    /** An attempt that takes longer is given up; the caller's signal usually ends it earlier. */
    requestTimeoutMs: z.int().min(1).default(30_000),
    /** Attempts beyond the first when the server cannot be reached, or says 429, 502, 503 or 504. */
    retries: z.int().min(0).max(20).default(3),
    /** Attempts beyond the first for the part of a bulk request that the server had no room for. */
    bulkRetries: z.int().min(0).max(100).default(8),
    /** The first pause before another attempt; it doubles each time, up to {@link MAX_PAUSE_MS}. */
    retryPauseMs: z.int().min(1).default(100),
    maxConnections: z.int().min(1).default(16),
    /** Primary shards of a new index. One ranks exactly and holds some ten million chunks. */
    shards: z.int().min(1).max(1_024).default(1),
    /** A bulk request is sent when it has so many bytes; a larger document makes a larger one. */
    bulkBytes: z
      .int()
      .min(1)
      .default(5 * 1_048_576),
    /** Bulk requests under way at once. */
    bulkConcurrency: z.int().min(1).default(2),
  })
  .refine(({ username, password }) => (username === undefined) === (password === undefined), {
    error: 'username and password belong together',
  })
  .refine(({ apiKey, username }) => apiKey === undefined || username === undefined, {
    error: 'either an API key or a username, not both',
  });
export type ElasticsearchOptions = z.output<typeof ElasticsearchOptions>;
export type ElasticsearchInput = z.input<typeof ElasticsearchOptions>;

/** One request, to be made with the given options; it may be made several times. */
type Request<T> = (
  client: Client,
  transport: { readonly signal: AbortSignal; readonly openTelemetry: typeof NO_SPANS },
) => Promise<T>;

/** The client's spans would repeat ours, and hold messages of errors that quote what was searched for. */
const NO_SPANS = { enabled: false } as const;

/** The vendor's client, with one policy for time limits, cancellation, retries and errors around each request. */
export class ElasticsearchConnection {
  /** The address without credentials, for people. */
  readonly url: string;

  private constructor(
    readonly options: ElasticsearchOptions,
    private readonly client: Client,
    private readonly random: () => number,
  ) {
    this.url = new URL(options.url).origin;
  }

  /**
   * Reads the certificate; the server is first asked by the first call.
   *
   * @param random 0…1, for the pauses between attempts
   * @throws ArbiterError INVALID_REQUEST for options that cannot be used
   */
  static async open(input: ElasticsearchInput, random: () => number = Math.random): Promise<ElasticsearchConnection> {
    const parsed = ElasticsearchOptions.safeParse(input);
    if (!parsed.success) {
      const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim());
      throw new ArbiterError('INVALID_REQUEST', `The Elasticsearch settings cannot be used: ${problems.join('; ')}.`);
    }
    const options = parsed.data;
    const ca = options.caCertificate === undefined ? null : await certificateOf(options.caCertificate);
    const client = new Client({
      node: options.url,
      ...authOf(options),
      ...(ca !== null && { tls: { ca } }),
      // Retries and time limits are ours: the transport's own do not end with the caller's signal.
      maxRetries: 0,
      requestTimeout: options.requestTimeoutMs + 1_000,
      agent: { connections: options.maxConnections },
      enableMetaHeader: false,
    });
    return new ElasticsearchConnection(options, client, random);
  }

  /**
   * @param request must have the same effect when it is made twice
   * @throws ArbiterError, or the signal's reason
   */
  async call<T>(collection: string | null, signal: AbortSignal, request: Request<T>): Promise<T> {
    const { requestTimeoutMs, retries } = this.options;
    for (let attempt = 1; ; attempt++) {
      try {
        return await withDeadline(
          signal,
          { timeoutMs: requestTimeoutMs, what: `Elasticsearch at ${this.url}` },
          (own) => request(this.client, { signal: own, openTelemetry: NO_SPANS }),
        );
      } catch (thrown) {
        signal.throwIfAborted();
        if (!isTransient(thrown) || attempt > retries)
          throw translateElasticsearchError(thrown, { url: this.url, ...(collection !== null && { collection }) });
      }
      await this.pause(attempt, signal);
    }
  }

  /** Waits before another attempt. @throws the signal's reason */
  pause(attempt: number, signal: AbortSignal): Promise<void> {
    const policy = { baseDelayMs: this.options.retryPauseMs, maxDelayMs: MAX_PAUSE_MS, jitter: 'full' } as const;
    return sleep(Math.ceil(backoffMs(attempt, policy, this.random())), signal);
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

function authOf({ apiKey, username, password }: ElasticsearchOptions): Pick<ClientOptions, 'auth'> {
  if (apiKey !== undefined) return { auth: { apiKey } };
  return username !== undefined && password !== undefined ? { auth: { username, password } } : {};
}

async function certificateOf(pemOrPath: string): Promise<string> {
  if (pemOrPath.includes('-----BEGIN')) return pemOrPath;
  try {
    return await readFile(pemOrPath, 'utf8');
  } catch (cause) {
    throw new ArbiterError('INVALID_REQUEST', `The certificate file "${pemOrPath}" cannot be read.`, { cause });
  }
}

/** The call that failed. */
interface ElasticsearchCall {
  /** Without credentials. */
  readonly url: string;
  /** Absent when the call was about the server as a whole. */
  readonly collection?: string;
}

/** Whether the same request may succeed a moment later. One that ran out of time has had its moment. */
function isTransient(thrown: unknown): boolean {
  if (thrown instanceof errors.ResponseError) return isTransientStatus(thrown.statusCode ?? 0);
  return thrown instanceof errors.ConnectionError || thrown instanceof errors.NoLivingConnectionsError;
}

export function isTransientStatus(status: number): boolean {
  return TRANSIENT_STATUSES.has(status);
}

/** @returns the error that callers of the port are promised, with the client's own as its cause (it redacts keys) */
function translateElasticsearchError(thrown: unknown, { url, collection }: ElasticsearchCall): ArbiterError {
  if (thrown instanceof ArbiterError) return thrown;
  const details = collection === undefined ? {} : { collection };
  const failure = (code: ErrorCode, message: string): ArbiterError =>
    new ArbiterError(code, message, { details, cause: thrown });
  const server = `Elasticsearch at ${url}`;

  if (thrown instanceof errors.ResponseError) {
    const status = thrown.statusCode ?? 0;
    const { code, what } = causeOf(status, rootTypeOf(thrown), thrown.message);
    const subject = collection === undefined ? server : `${server}, collection "${collection}":`;
    if (code === 'NOT_FOUND' && collection !== undefined)
      return failure(code, `Collection "${collection}" does not exist.`);
    return failure(code, `${subject} ${what}.`);
  }
  if (thrown instanceof errors.ProductNotSupportedError)
    return failure('UNAVAILABLE', `What answers at ${url} is not Elasticsearch: set ELASTICSEARCH_URL.`);
  if (thrown instanceof errors.ConnectionError || thrown instanceof errors.NoLivingConnectionsError)
    return failure(
      'UNAVAILABLE',
      `${server} cannot be reached (${thrown.message}): start it, or correct ELASTICSEARCH_URL.`,
    );
  if (thrown instanceof errors.DeserializationError)
    return failure('UNAVAILABLE', `${server} sent an answer that is no JSON.`);
  return failure('INTERNAL', `A request to ${server} failed for a reason that is in the log.`);
}

/** What a status, of a request or of one item of a bulk request, means to the caller. */
export function causeOf(
  status: number,
  type: string,
  reason = '',
): { readonly code: ErrorCode; readonly what: string } {
  switch (status) {
    case 401:
      return { code: 'UNAUTHENTICATED', what: 'refused the credentials; check ELASTICSEARCH_API_KEY' };
    case 403:
      return type === 'cluster_block_exception'
        ? { code: 'UNAVAILABLE', what: 'takes no writes: the index is blocked, by a full disk or a migration' }
        : { code: 'FORBIDDEN', what: 'does not grant this; ELASTICSEARCH_API_KEY needs the rights of the README' };
    case 404:
      return { code: 'NOT_FOUND', what: 'has no such index' };
    case 413:
      return { code: 'PAYLOAD_TOO_LARGE', what: 'refused the request as too large (http.max_content_length)' };
    case 429:
      return { code: 'OVERLOADED', what: 'has too much to do' };
  }
  if (/maxClauseCount|too_many_(nested_)?clauses/.test(`${type} ${reason}`))
    return { code: 'INVALID_REQUEST', what: 'takes no query of so many terms' };
  if (status >= 500) return { code: 'UNAVAILABLE', what: `failed with status ${status} (${type})` };
  return { code: 'INTERNAL', what: `refused the request with status ${status} (${type})` };
}

/** Such as `index_not_found_exception`; empty when the answer has none. */
function rootTypeOf(thrown: errors.ResponseError): string {
  const body: unknown = thrown.body;
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : '';
  return typeof type === 'string' ? type : '';
}
