import { ArbiterError } from '@arbiter/contracts';
import type { Clock } from '@arbiter/ports';
import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { Logger } from '../logging.js';
import { isTrustworthyUrl } from '../config/access-variables.js';

/** Longest wait for the issuer, in milliseconds. A request waits for it twice at most: for its description and its keys. */
const TIMEOUT_MS = 3_000;
/** An issuer's description has some kilobytes, a set of keys one or two for each. */
const MAX_BYTES = 512 * 1024;
/** Age after which keys are fetched again, so that one that the issuer withdrew is forgotten. */
const MAX_AGE_MS = 600_000;
/** Tokens with an unknown key do not make us ask the issuer more often than this, nor do tokens while it is away. */
const COOLDOWN_MS = 30_000;
const RETRY_MS = 5_000;

/** The part of OpenID Connect Discovery 1.0 (section 3) that is used. */
const Description = z.looseObject({ issuer: z.string(), jwks_uri: z.string() });

const KeySet = z.looseObject({ keys: z.array(z.looseObject({ kty: z.string() })) });

export interface IssuerKeysOptions {
  readonly issuer: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly timeoutMs?: number;
  readonly maxAgeMs?: number;
  readonly cooldownMs?: number;
  readonly retryMs?: number;
}

/**
 * The keys by which an issuer signs, found by its description. Both are fetched when the first token comes, when a token names
 * an unknown key, and when they have grown old: keys change, and so may the address at which they are. While the issuer is
 * away, keys that are known go on to hold.
 */
export class IssuerKeys {
  private readonly limits: Required<Pick<IssuerKeysOptions, 'timeoutMs' | 'maxAgeMs' | 'cooldownMs' | 'retryMs'>>;
  private known: JWTVerifyGetKey | null = null;
  private loading: Promise<JWTVerifyGetKey> | null = null;
  private loadedAt = -Infinity;
  private failedAt = -Infinity;

  constructor(private readonly options: IssuerKeysOptions) {
    const { timeoutMs = TIMEOUT_MS, maxAgeMs = MAX_AGE_MS } = options;
    const { cooldownMs = COOLDOWN_MS, retryMs = RETRY_MS } = options;
    this.limits = { timeoutMs, maxAgeMs, cooldownMs, retryMs };
  }

  /**
   * The key that a token names.
   *
   * @throws ArbiterError UNAVAILABLE when the issuer would have to be asked and does not answer
   * @throws JOSEError when the issuer has no such key
   */
  readonly keyOf: JWTVerifyGetKey = async (header, token) => {
    const keys = await this.current();
    try {
      return await keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || this.age() < this.limits.cooldownMs) throw error;
      const newer = await this.load();
      return newer(header, token);
    }
  };

  private async current(): Promise<JWTVerifyGetKey> {
    const { known } = this;
    if (known === null) return this.load();
    if (this.age() <= this.limits.maxAgeMs || !this.mayAsk()) return known;
    // The failure is logged where it is noticed, and older keys are better than none.
    return this.load().catch(() => known);
  }

  /** Everybody who waits for the issuer waits for one answer of it. */
  private load(): Promise<JWTVerifyGetKey> {
    if (this.loading === null) {
      if (!this.mayAsk()) return Promise.reject(this.away());
      this.loading = this.fetchKeys().finally(() => (this.loading = null));
    }
    return this.loading;
  }

  private async fetchKeys(): Promise<JWTVerifyGetKey> {
    try {
      const { issuer } = this.options;
      const description = await this.fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
      const parsed = Description.safeParse(description);
      if (!parsed.success) throw new Error('its description is none of OpenID Connect');
      const { issuer: own, jwks_uri: jwksUri } = parsed.data;
      // Else a description that somebody else wrote could name keys of his own (OpenID Connect Discovery 1.0, 4.3).
      if (own !== issuer) throw new Error(`it calls itself ${JSON.stringify(own)}`);
      if (!isTrustworthyUrl(jwksUri)) throw new Error('its keys are not at an https address');
      const keys = KeySet.safeParse(await this.fetchJson(jwksUri));
      if (!keys.success) throw new Error('its set of keys is none');
      this.known = createLocalJWKSet(keys.data);
      this.loadedAt = this.now();
      this.failedAt = -Infinity;
      return this.known;
    } catch (cause) {
      throw this.failed(cause);
    }
  }

  /** @returns undefined for what is no JSON; any other answer than 200 with at most {@link MAX_BYTES} is an Error */
  private async fetchJson(url: string): Promise<unknown> {
    const signal = AbortSignal.timeout(this.limits.timeoutMs);
    // The address may name another one only in the description, which is checked.
    const response = await fetch(url, { headers: { accept: 'application/json' }, signal, redirect: 'error' });
    if (response.status !== 200) throw new Error(`it answers with status ${response.status}`);
    const body = await readBounded(response);
    return parsedJson(body.toString());
  }

  private failed(cause: unknown): ArbiterError {
    this.failedAt = this.now();
    const { issuer, logger } = this.options;
    logger.warn({ issuer, err: cause }, 'the issuer of tokens cannot be used: known keys still hold');
    return this.away(cause);
  }

  private away(cause?: unknown): ArbiterError {
    return new ArbiterError('UNAVAILABLE', 'The issuer of this token does not answer, so it cannot be checked.', {
      details: { retryAfterMs: this.limits.retryMs },
      cause,
    });
  }

  private age(): number {
    return this.now() - this.loadedAt;
  }

  private mayAsk(): boolean {
    return this.now() - this.failedAt >= this.limits.retryMs;
  }

  private now(): number {
    return this.options.clock.monotonic();
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

async function readBounded(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Sound: a stream of the Fetch API holds bytes, which its type does not say.
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw new Error(`it sends more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
