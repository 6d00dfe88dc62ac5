import { isConnectionFailure, parseRetryAfter } from '@arbiter/adapter-kit/language-model';
import { readBytes, retryDelayMs, sleep, withDeadline } from '@arbiter/adapter-kit/resilience';
import { ArbiterError, type RetryPolicy } from '@arbiter/contracts';
import type { Clock } from '@arbiter/ports';

/**
 * Why a request failed, in `details.reason`: it may go well next time (`unreachable`, `busy`), the answer is none of such a server
 * (`malformed-answer`), it refuses this input (`refused`) or the key (`key-refused`), or it has another model (`model-missing`).
 */
type Reason = 'unreachable' | 'busy' | 'malformed-answer' | 'refused' | 'key-refused' | 'model-missing';

const REPEATABLE: ReadonlySet<unknown> = new Set<Reason>(['unreachable', 'busy']);

/** Statuses of a server that waited too long, has too much to do, or is behind a proxy that does not reach it. */
const BUSY: ReadonlySet<number> = new Set([408, 425, 429]);

export interface ConnectionSettings {
  /** http(s), without a user or a slash at its end. */
  readonly url: string;
  readonly apiKey: string | null;
  /** Of an answer; it is not read on past them. */
  readonly maxBytes: number;
  readonly retry: RetryPolicy;
  readonly clock: Clock;
  readonly random: () => number;
}

interface ServerRequest {
  readonly path: string;
  /** Sent by POST as JSON; absent: GET. */
  readonly body?: unknown;
}

export interface RequestLimits {
  readonly signal: AbortSignal;
  /** Of each attempt. */
  readonly timeoutMs: number;
}

/** Requests to one server: bounded in time and size, and repeated where it was busy or broke off. */
export class ServerConnection {
  /** For people; without the key. */
  readonly server: string;

  constructor(private readonly settings: ConnectionSettings) {
    this.server = `The page embedder at ${new URL(settings.url).host}`;
  }

  /**
   * @returns the answer's JSON; null for a path that the server does not have
   * @throws ArbiterError UNAVAILABLE with a reason; the signal's reason once it is aborted
   */
  async request(request: ServerRequest, { signal, timeoutMs }: RequestLimits): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await withDeadline(signal, { timeoutMs, what: this.server }, (ending) => this.attempt(request, ending));
      } catch (thrown) {
        signal.throwIfAborted();
        const error = this.translated(thrown);
        const { retry, random } = this.settings;
        // One that timed out is not repeated: its caller has waited long enough.
        const pause = REPEATABLE.has(error.details.reason) ? retryDelayMs(error, attempt, retry, random()) : null;
        if (pause === null) throw error;
        await sleep(pause, signal);
      }
    }
  }

  /** @param what follows the server's name */
  failure(reason: Reason, what: string, details: object = {}, cause?: unknown): ArbiterError {
    return new ArbiterError('UNAVAILABLE', `${this.server} ${what}.`, { details: { reason, ...details }, cause });
  }

  unreadable(what: string, cause?: unknown): ArbiterError {
    return this.failure('malformed-answer', `gave an answer that cannot be read: ${what}`, {}, cause);
  }

  private async attempt({ path, body }: ServerRequest, signal: AbortSignal): Promise<unknown> {
    const { url, apiKey, maxBytes } = this.settings;
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal,
      // The key and the pictures are for this server alone.
      redirect: 'manual',
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      return this.refusal(response);
    }
    const bytes = response.body === null ? Buffer.alloc(0) : await readBytes(response.body, maxBytes);
    try {
      return JSON.parse(bytes.toString()) as unknown;
    } catch (cause) {
      throw this.unreadable('it is not JSON', cause);
    }
  }

  /** What the server says about it is not repeated: it may hold the key or the picture. */
  private refusal({ status, headers }: Response): null {
    if (status === 404 || status === 405) return null;
    const details = { status };
    if (status === 401 || status === 403)
      throw this.failure('key-refused', 'refuses the key: check PAGE_EMBEDDER_API_KEY', details);
    if (status >= 500 || BUSY.has(status)) {
      const retryAfterMs = parseRetryAfter(headers.get('retry-after'), this.settings.clock.now());
      const wait = retryAfterMs === null ? {} : { retryAfterMs };
      throw this.failure('busy', `failed, or has too much to do (status ${status})`, { ...details, ...wait });
    }
    if (status >= 400) throw this.failure('refused', `does not take this page or query (status ${status})`, details);
    throw this.unreadable(`it leads elsewhere (status ${status})`);
  }

  private translated(thrown: unknown): ArbiterError {
    if (thrown instanceof ArbiterError)
      return thrown.code === 'PAYLOAD_TOO_LARGE'
        ? this.unreadable(`it is larger than ${this.settings.maxBytes} bytes`)
        : thrown;
    if (isConnectionFailure(thrown))
      return this.failure(
        'unreachable',
        'does not answer, or its answer broke off: check PAGE_EMBEDDER_URL',
        {},
        thrown,
      );
    return ArbiterError.from(thrown);
  }
}
