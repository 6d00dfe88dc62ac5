import { ArbiterError } from '@arbiter/contracts';
import type { Clock } from '@arbiter/ports';
import { createRemoteJWKSet, customFetch, type FetchImplementation, type JWTVerifyGetKey } from 'jose';
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
 * The keys by which an issuer signs, found by its description. They are fetched when the first token comes, when a token
 * names an unknown key, and when they have grown old. While the issuer is away, those that are known go on to hold.
 */
export class IssuerKeys {
  private readonly limits: Required<Pick<IssuerKeysOptions, 'timeoutMs' | 'maxAgeMs' | 'cooldownMs' | 'retryMs'>>;
  private remote: ReturnType<typeof createRemoteJWKSet> | null = null;
  private discovery: Promise<ReturnType<typeof createRemoteJWKSet>> | null = null;
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
    const remote = await this.discovered();
    const age = this.now() - this.loadedAt;
    if (age > this.limits.maxAgeMs && this.mayAsk()) {
      // The failure is logged where it is noticed, and older keys are better than none.
      await remote.reload().catch(() => undefined);
    }
    return remote(header, token);
  };

  private async discovered(): Promise<ReturnType<typeof createRemoteJWKSet>> {
    if (this.remote) return this.remote;
    if (!this.mayAsk()) throw this.away();
    this.discovery ??= this.discover().finally(() => (this.discovery = null));
    return (this.remote = await this.discovery);
  }

  private async discover(): Promise<ReturnType<typeof createRemoteJWKSet>> {
    const { issuer } = this.options;
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const signal = AbortSignal.timeout(this.limits.timeoutMs);
    const response = await this.ask(address, { headers: { accept: 'application/json' }, signal });
    const parsed = Description.safeParse(await response.json().catch(() => null));
    if (!parsed.success) throw this.failed(new Error('its description is none of OpenID Connect'));
    const { issuer: own, jwks_uri: jwksUri } = parsed.data;
    // Else a description that somebody else wrote could name keys of his own (OpenID Connect Discovery 1.0, 4.3).
    if (own !== issuer) throw this.failed(new Error(`it calls itself ${JSON.stringify(own)}`));
    if (!isTrustworthyUrl(jwksUri)) throw this.failed(new Error('its keys are not at an https address'));
    return createRemoteJWKSet(new URL(jwksUri), {
      timeoutDuration: this.limits.timeoutMs,
      cooldownDuration: this.limits.cooldownMs,
      // Age is looked at here: the library would refuse known keys once they are old and the issuer is away.
      cacheMaxAge: Infinity,
      [customFetch]: async (url, init) => {
        if (!this.mayAsk()) throw this.away();
        const response = await this.ask(url, init);
        const keys: unknown = await response
          .clone()
          .json()
          .catch(() => null);
        if (!KeySet.safeParse(keys).success) throw this.failed(new Error('its set of keys is none'));
        this.loadedAt = this.now();
        return response;
      },
    });
  }

  /** @throws ArbiterError UNAVAILABLE for whatever is no answer with status 200 of at most {@link MAX_BYTES} */
  private async ask(url: string, init: Parameters<FetchImplementation>[1] | RequestInit): Promise<Response> {
    try {
      // The address may name another one only in the description, which is checked.
      const response = await fetch(url, { ...init, redirect: 'error' });
      if (response.status !== 200) throw new Error(`it answers with status ${response.status}`);
      const body = await readBounded(response);
      this.failedAt = -Infinity;
      return new Response(body, { status: 200, headers: { 'content-type': 'application/json' } });
    } catch (cause) {
      throw this.failed(cause);
    }
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

  private mayAsk(): boolean {
    return this.now() - this.failedAt >= this.limits.retryMs;
  }

  private now(): number {
    return this.options.clock.monotonic();
  }
}

async function readBounded(response: Response): Promise<Buffer<ArrayBuffer>> {
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
