import { readFile } from 'node:fs/promises';
import { Client, type ClientOptions } from '@elastic/elasticsearch';
import { sleep, withDeadline } from '@arbiter/adapter-kit/resilience';
import { ArbiterError, backoffMs } from '@arbiter/contracts';
import { isTransient, translateElasticsearchError } from './elasticsearch-errors.js';
import { ElasticsearchOptions, MAX_PAUSE_MS, type ElasticsearchInput } from './elasticsearch-options.js';

/** One request, to be made with the given signal; it may be made several times. */
export type Request<T> = (client: Client, transport: { readonly signal: AbortSignal }) => Promise<T>;

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
          (own) => request(this.client, { signal: own }),
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
