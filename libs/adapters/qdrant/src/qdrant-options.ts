import { ArbiterError, type RetryPolicy } from '@arbiter/contracts';
import { SYSTEM_CLOCK, type Clock } from '@arbiter/ports';

/** The graph that approximate searches walk (Malkov and Yashunin, "HNSW", TPAMI 2020). */
export interface HnswOptions {
  /** Edges per node. */
  readonly m: number;
  /** Neighbours that are looked at when a node is added. */
  readonly efConstruct: number;
  /** Neighbours that a search keeps, at least; it never keeps fewer than the hits that are wanted. */
  readonly ef: number;
}

/** Scalar quantisation: the dense vectors a second time, as int8 in memory; the originals stay on disk. */
export interface QuantisationOptions {
  /** Hits that the int8 vectors choose for each wanted one, and that the originals then score, ≥ 1. */
  readonly oversampling: number;
}

export interface QdrantOptions {
  /** http(s), with a path where a proxy asks for one. Without a port: 6333, as Qdrant's own clients read it. */
  readonly url: string;
  readonly apiKey?: string;
  /** What the names of all collections begin with: `knowledge_base.notes`. 1–64 letters, digits, "_" and "-". */
  readonly prefix?: string;
  /** PEM of the authority that signed the server's certificate, in place of those that Node trusts. */
  readonly caCertificate?: string;
  /** Longest wait for the answer to one read, in milliseconds. The caller's signal may end it sooner. */
  readonly timeoutMs?: number;
  /** The same for one write, which is answered when the server has applied it. */
  readonly writeTimeoutMs?: number;
  /** Requests under way at the same time; others wait. */
  readonly connections?: number;
  /** Of fewer chunks (in a segment, or left by a filter) the server compares all, and builds no graph. */
  readonly exactBelow?: number;
  readonly hnsw?: Partial<HnswOptions>;
  /** Null keeps float32 vectors only, all in memory. */
  readonly quantisation?: QuantisationOptions | null;
  readonly retry?: RetryPolicy;
  readonly clock?: Clock;
  /** In [0, 1), for the pauses between attempts. */
  readonly random?: () => number;
}

export type QdrantSettings = Required<Omit<QdrantOptions, 'hnsw' | 'apiKey' | 'caCertificate' | 'url'>> & {
  readonly server: ServerAddress;
  readonly hnsw: HnswOptions;
  readonly apiKey: string | null;
  readonly caCertificate: string | null;
};

export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly https: boolean;
  /** "" or a path that begins with "/". */
  readonly path: string;
  /** For people. */
  readonly display: string;
}

/** The default of the published environment variable QDRANT_COLLECTION. */
export const DEFAULT_PREFIX = 'knowledge_base';

const DEFAULT_PORT = 6333;

/** The vendor's defaults for the graph (m 16, ef_construct 100), with a wider search: recall matters more than a millisecond. */
const DEFAULT_HNSW: HnswOptions = { m: 16, efConstruct: 100, ef: 256 };

/** Comparing 20,000 vectors of 384 numbers reads 30 MB, a few milliseconds; a graph over fewer gains nothing. */
const DEFAULT_EXACT_BELOW = 20_000;

/** Three retries within a second, inside the deadline of a search; a server that restarts takes longer anyway. */
const DEFAULT_RETRY: RetryPolicy = { retries: 3, baseDelayMs: 100, maxDelayMs: 2_000 };

/** @throws ArbiterError INVALID_REQUEST naming the setting that cannot be used */
export function settingsOf(options: QdrantOptions): QdrantSettings {
  const prefix = options.prefix ?? DEFAULT_PREFIX;
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(prefix))
    throw refused(
      'QDRANT_COLLECTION',
      `The prefix of collections must be 1–64 letters, digits, "_" or "-", got "${prefix}".`,
    );
  return {
    server: parseServerUrl(options.url),
    apiKey: options.apiKey ?? null,
    caCertificate: options.caCertificate ?? null,
    prefix,
    timeoutMs: options.timeoutMs ?? 10_000,
    writeTimeoutMs: options.writeTimeoutMs ?? 60_000,
    connections: options.connections ?? 16,
    exactBelow: options.exactBelow ?? DEFAULT_EXACT_BELOW,
    hnsw: { ...DEFAULT_HNSW, ...options.hnsw },
    quantisation: options.quantisation === undefined ? { oversampling: 2 } : options.quantisation,
    retry: options.retry ?? DEFAULT_RETRY,
    clock: options.clock ?? SYSTEM_CLOCK,
    random: options.random ?? Math.random,
  };
}

/** The vendor's client drops the path of a URL and takes 443 for 6333, so both are read here. */
export function parseServerUrl(text: string): ServerAddress {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw refused('QDRANT_URL', 'QDRANT_URL must be a URL that begins with http:// or https://.');
  if (url.username !== '' || url.password !== '')
    throw refused('QDRANT_URL', 'QDRANT_URL must not hold a user or password; a key belongs into QDRANT_API_KEY.');
  // URL leaves out the port that is its protocol's own, also where it was written down.
  const written = /^https?:\/\/(?:\[[^\]]*\]|[^/:?#]*):(\d+)/i.exec(text)?.[1];
  const port = Number(written ?? DEFAULT_PORT);
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  return {
    host: url.hostname,
    port,
    https: url.protocol === 'https:',
    path,
    display: `${url.protocol}//${url.hostname}:${port}${path}`,
  };
}

function refused(setting: string, message: string): ArbiterError {
  return new ArbiterError('INVALID_REQUEST', message, { details: { setting } });
}
