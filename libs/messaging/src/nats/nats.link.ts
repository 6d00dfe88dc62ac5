import { setTimeout as sleep } from 'node:timers/promises';
import { ArbiterError } from '@arbiter/contracts';
import { connect, type ConnectionOptions, ErrorCode, Events, type NatsConnection, NatsError } from 'nats';
import { abortReasonOf } from '../call/call.scope.js';
import { type MessagingRuntime, SYSTEM_RUNTIME } from '../call/messaging.runtime.js';
import { CallSignatures } from '../wire/call-signature.js';

/** Between two tries to (re)connect, uniform in this range, so that arms do not come back in step. Milliseconds. */
const RECONNECT_MS = { min: 100, max: 1_000 };
/** The broker is asked so often whether it lives, and taken for gone after two silences. The default is 2 minutes. */
const PING_MS = 10_000;
const MAX_PINGS_OUT = 2;
/** Longest time a close waits for the broker to have taken what was published. */
const CLOSE_MS = 2_000;

const DEFAULT_PORT = '4222';

export interface NatsLinkOptions {
  /** `nats://[user:password@|token@]host:port`, several separated by commas. */
  readonly url: string;
  /** How the connection is called in the broker's monitoring. */
  readonly name: string;
  /** Keep trying until the broker appears, for arms that start before it. Default false: fail at once. */
  readonly waitOnFirstConnect?: boolean;
  /** Ends the waiting of `waitOnFirstConnect`. */
  readonly signal?: AbortSignal;
  /** Per server and try, in milliseconds. Default 2000. */
  readonly connectTimeoutMs?: number;
  /** With which calls are signed, and one of which a call that comes in must be signed with. Default: none. */
  readonly signingKeys?: readonly string[] | undefined;
  /** Told once per change; for logs. */
  readonly onStatus?: (status: 'waiting' | 'connected' | 'disconnected' | 'reconnected' | 'closed') => void;
  readonly runtime?: MessagingRuntime;
}

/** One connection to the broker, shared by the clients and transports of a process. Who opened it closes it. */
export class NatsLink {
  #connected = true;
  #maxPayload: number;
  readonly #onDisconnect = new Set<() => void>();

  constructor(
    readonly connection: NatsConnection,
    /** Without credentials. */
    readonly url: string,
    /** Null where calls are not signed. */
    readonly signatures: CallSignatures | null,
    private readonly onStatus: NatsLinkOptions['onStatus'],
  ) {
    this.#maxPayload = connection.info?.max_payload ?? 0;
    void this.#watch();
  }

  /** False from the loss of the connection until the reconnect; then nothing is sent, since it might not arrive. */
  get connected(): boolean {
    return this.#connected && !this.connection.isClosed();
  }

  /** Largest message that the broker takes, headers included, in bytes. */
  get maxPayload(): number {
    // The client forgets the broker's facts while it reconnects.
    return (this.#maxPayload = this.connection.info?.max_payload ?? this.#maxPayload);
  }

  /** @returns the function that takes the listener away */
  onDisconnect(listener: () => void): () => void {
    this.#onDisconnect.add(listener);
    return () => this.#onDisconnect.delete(listener);
  }

  /** Waits, for a moment, until the broker has processed all that was sent before. */
  async flush(): Promise<void> {
    if (this.connected) await this.#atMost(this.connection.flush());
  }

  async close(): Promise<void> {
    // A drain never ends while there is no broker to confirm it.
    if (this.connected) await this.#atMost(this.connection.drain());
    await this.connection.close();
  }

  async #atMost(promise: Promise<unknown>): Promise<void> {
    const timer = new AbortController();
    await Promise.race([
      promise.catch(() => undefined),
      sleep(CLOSE_MS, undefined, { signal: timer.signal }).catch(() => undefined),
    ]);
    timer.abort();
  }

  async #watch(): Promise<void> {
    // The status iterator does not end with the connection.
    void this.connection.closed().then(() => this.#lose('closed'));
    for await (const { type } of this.connection.status()) {
      if (type === Events.Disconnect) this.#lose('disconnected');
      if (type === Events.Reconnect) {
        this.#connected = true;
        this.onStatus?.('reconnected');
      }
    }
  }

  #lose(status: 'disconnected' | 'closed'): void {
    this.#connected = false;
    for (const listener of [...this.#onDisconnect]) listener();
    this.onStatus?.(status);
  }
}

/** What `connectNats` does, once the client is loaded. */
export async function openNatsLink(options: NatsLinkOptions): Promise<NatsLink> {
  const { name, waitOnFirstConnect = false, signal, connectTimeoutMs = 2_000, runtime = SYSTEM_RUNTIME } = options;
  const { servers, display, secure, credentials } = parseServers(options.url);
  const signatures = options.signingKeys ? new CallSignatures(options.signingKeys) : null;
  const delay = (): number => RECONNECT_MS.min + runtime.random() * (RECONNECT_MS.max - RECONNECT_MS.min);
  const connection: ConnectionOptions = {
    servers,
    ...credentials,
    ...(secure && { tls: {} }),
    name,
    timeout: connectTimeoutMs,
    reconnect: true,
    maxReconnectAttempts: -1,
    reconnectDelayHandler: delay,
    pingInterval: PING_MS,
    maxPingOut: MAX_PINGS_OUT,
    // Stack traces of every request cost more than the request.
    noAsyncTraces: true,
  };
  for (let waiting = false; ; waiting = true) {
    try {
      const link = new NatsLink(await connect(connection), display, signatures, options.onStatus);
      options.onStatus?.('connected');
      return link;
    } catch (cause) {
      if (isRefusal(cause)) {
        throw new ArbiterError('UNAUTHENTICATED', `The NATS broker at ${display} refused the credentials.`, { cause });
      }
      if (!waitOnFirstConnect) {
        throw new ArbiterError('UNAVAILABLE', `No NATS broker answers at ${display}.`, {
          details: { url: display },
          cause,
        });
      }
    }
    if (!waiting) options.onStatus?.('waiting');
    await sleep(delay(), undefined, signal && { signal }).catch(() => {
      throw signal ? abortReasonOf(signal) : new ArbiterError('CANCELLED', 'The waiting for the broker ended.');
    });
  }
}

function isRefusal(thrown: unknown): boolean {
  const refusals: readonly string[] = [ErrorCode.AuthorizationViolation, ErrorCode.AuthenticationTimeout];
  return thrown instanceof NatsError && refusals.includes(thrown.code);
}

export interface NatsServers {
  /** `host:port` of each. */
  readonly servers: string[];
  /** For messages and logs: the URLs without credentials. */
  readonly display: string;
  /** Whether one of them is `tls://`: then no connection is made without. */
  readonly secure: boolean;
  readonly credentials: { readonly user: string; readonly pass: string } | { readonly token: string } | undefined;
}

/**
 * Reads a NATS URL, or several separated by commas. The `nats` client takes credentials as options only, so they are
 * taken out of the first URL that has some: `user:password@` or `token@`.
 *
 * @throws ArbiterError INVALID_REQUEST, which repeats nothing of the text, since it may hold a password
 */
export function parseServers(text: string): NatsServers {
  const urls = text.split(',').map((part) => parseUrl(part.trim()));
  const servers = urls.map(({ hostname, port }) => `${hostname}:${port || DEFAULT_PORT}`);
  const owner = urls.find(({ username }) => username !== '');
  return {
    servers,
    display: servers.map((server, i) => `${urls[i]?.protocol ?? 'nats:'}//${server}`).join(','),
    secure: urls.some(({ protocol }) => protocol === 'tls:'),
    credentials: credentialsOf(owner),
  };
}

function parseUrl(text: string): URL {
  const full = text.includes('://') ? text : `nats://${text}`;
  const url = URL.canParse(full) ? new URL(full) : null;
  if (!url?.hostname || !['nats:', 'tls:'].includes(url.protocol)) {
    throw new ArbiterError('INVALID_REQUEST', 'A NATS URL has the form nats://[user:password@]host:port.');
  }
  return url;
}

function credentialsOf(url: URL | undefined): NatsServers['credentials'] {
  if (!url) return undefined;
  const user = decodeURIComponent(url.username);
  return url.password === '' ? { token: user } : { user, pass: decodeURIComponent(url.password) };
}
