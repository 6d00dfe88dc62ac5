import type { IncomingHttpHeaders } from 'node:http';
import { ArbiterError } from '@arbiter/contracts';
import type { Clock } from '@arbiter/ports';
import type { Request, Response } from 'express';
import { credentialIn } from '../access/credential-in.js';
import { isOfOtherSite } from '../http/foreign-pages.js';
import { RefusedCredentials } from '../http/refused-credentials.js';
import type { Logger } from '../logging.js';
import { Seal, type Secrets } from './seal.js';

/** A working day with its evening; then a person shows the key again. In milliseconds. */
export const SESSION_MS = 12 * 3_600_000;

/** Browsers drop a cookie whose name and value exceed 4,096 bytes (RFC 6265bis, 5.7). */
const MAX_COOKIE_LENGTH = 4_000;
const COOKIE = 'arbiter';
/** A name that no subdomain and no plain HTTP can write to (RFC 6265bis, 4.1.3.2). */
const SECURE_PREFIX = '__Host-';

/** A provider of OpenID Connect. */
export interface SignInOptions {
  readonly issuer: string;
  readonly clientId: string;
  /** undefined: a public client, which PKCE alone protects. */
  readonly clientSecret: string | undefined;
  /** Whom tokens are asked for, where the provider lets a client choose (Auth0, Ory). */
  readonly audience: string | undefined;
  readonly logger: Logger;
}

export interface SessionsOptions {
  readonly secrets: Secrets;
  /** ARBITER_PUBLIC_URL: it may say that browsers come by TLS where no trusted proxy does. */
  readonly publicUrl: string | undefined;
  /** Whether there are keys, so that one can be shown. */
  readonly takesKeys: boolean;
  /** Absent: nobody signs in at a provider. */
  readonly signIn?: SignInOptions | undefined;
  readonly clock: Clock;
}

/**
 * Sessions of browsers, whose images and frames cannot carry a key. The cookie holds the credentials themselves, sealed: each
 * request is authenticated anew as if it had carried them, so that what is revoked or has expired ends at once. Signing out
 * takes the cookie from the browser; a copy of it holds until it ends.
 */
export class Sessions {
  private readonly seal: Seal<{ readonly bearer: string }>;

  constructor(readonly options: SessionsOptions) {
    this.seal = new Seal(options.secrets, 'arbiter console session 2');
  }

  /**
   * The headers by which a request is authenticated: its own where it carries credentials, else those of its session.
   *
   * @throws ArbiterError UNAUTHENTICATED for a session that ended or is none; FORBIDDEN for a page of another origin
   */
  async headersOf(req: Request): Promise<IncomingHttpHeaders> {
    const cookie = this.readCookie(req, COOKIE);
    if (credentialIn(req.headers) !== undefined || cookie === undefined) return req.headers;
    this.assertOwnPage(req);
    const session = await this.seal.open(cookie, this.options.clock.now());
    if (session) return { 'x-api-key': session.bearer };
    throw new RefusedCredentials('This session has ended: sign in again.', 'the session ended');
  }

  /** When the session of a request ends, in milliseconds since the Unix epoch; null where it carries none, or one that ended. */
  async endOf(req: Request): Promise<number | null> {
    const session = await this.seal.open(this.readCookie(req, COOKIE) ?? '', this.options.clock.now());
    return session && session.exp * 1_000;
  }

  /**
   * Keeps out pages of other origins, whose requests a browser may send with our cookie: pages of other ports and subdomains count
   * as the same site. Fetch Metadata says so where it is sent; a change needs an Origin besides.
   *
   * @throws ArbiterError FORBIDDEN
   */
  assertOwnPage(req: Request): void {
    const { origin } = req.headers;
    const own = [originOf(req), this.options.publicUrl];
    const isOwn = origin === undefined ? /^(?:GET|HEAD)$/.test(req.method) : own.includes(origin);
    if (isOwn && !isOfOtherSite(req)) return;
    throw new ArbiterError(
      'FORBIDDEN',
      'Only pages of this server may ask with its session: open it under ARBITER_PUBLIC_URL, or send a key.',
    );
  }

  /**
   * Signs a browser in.
   *
   * @param bearer a key or token that has been admitted
   * @returns when the session ends, in milliseconds since the Unix epoch
   * @throws ArbiterError INVALID_REQUEST for credentials that no cookie can hold
   */
  async begin(res: Response, bearer: string): Promise<number> {
    const now = this.options.clock.now();
    const end = Math.min(now + SESSION_MS, await expiryOf(bearer));
    const sealed = await this.seal.seal({ bearer }, end);
    if (sealed.length > MAX_COOKIE_LENGTH) {
      throw new ArbiterError('INVALID_REQUEST', 'This token is too long for a cookie: have it hold fewer claims.');
    }
    this.writeCookie(res, COOKIE, sealed, { sameSite: 'strict', maxAge: end - now });
    return end;
  }

  end(res: Response): void {
    this.writeCookie(res, COOKIE, '', { sameSite: 'strict', maxAge: 0 });
  }

  /** Under which the browser that sent a request reaches the server, without a slash at its end. */
  baseUrl(req: Request): string {
    return this.options.publicUrl ?? originOf(req);
  }

  /** The first of that name (RFC 6265, 5.4: the most specific one comes first). */
  readCookie(req: Request, name: string): string | undefined {
    const start = `${this.isSecure(req) ? SECURE_PREFIX : ''}${name}=`;
    const pairs = (req.headers.cookie ?? '').split(';').map((pair) => pair.trim());
    return pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
  }

  /** For no other host, for no script, and over TLS for nothing else. */
  writeCookie(
    res: Response,
    name: string,
    value: string,
    own: { readonly sameSite: 'lax' | 'strict'; readonly maxAge: number },
  ): void {
    const secure = this.isSecure(res.req);
    res.cookie(`${secure ? SECURE_PREFIX : ''}${name}`, value, { httpOnly: true, path: '/', secure, ...own });
  }

  private isSecure(req: Request): boolean {
    return req.secure || (this.options.publicUrl?.startsWith('https:') ?? false);
  }
}

function originOf(req: Request): string {
  return `${req.protocol}://${req.host}`;
}

/** When a token ends, in milliseconds since the Unix epoch; Infinity for a key. That it is genuine has been checked before. */
async function expiryOf(bearer: string): Promise<number> {
  const { decodeJwt } = await import('jose');
  try {
    return (decodeJwt(bearer).exp ?? Infinity) * 1_000;
  } catch {
    return Infinity;
  }
}
