import type { IncomingHttpHeaders } from 'node:http';
import { ArbiterError } from '@arbiter/contracts';
import type { Clock } from '@arbiter/ports';
import type { CookieOptions, Request, Response } from 'express';
import { credentialIn } from '../access/credential-in.js';
import { isOfOtherSite } from '../http/foreign-pages.js';
import { RefusedCredentials } from '../http/refused-credentials.js';
import type { SealedSession, SessionSeal } from './session-seal.js';

/** A working day with its evening; then a person shows the key again. In milliseconds. */
export const SESSION_MS = 12 * 3_600_000;

/** Browsers drop a cookie whose name and value exceed 4,096 bytes (RFC 6265bis, 5.7). */
const MAX_COOKIE_LENGTH = 4_000;

/** A name that no subdomain and no plain HTTP can write to (RFC 6265bis, 4.1.3.2). */
const SECURE_NAME = '__Host-arbiter';
const PLAIN_NAME = 'arbiter';

/** Methods that change nothing (RFC 9110, 9.2.1). */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

export interface SessionsOptions {
  readonly seal: SessionSeal;
  /** ARBITER_PUBLIC_URL. */
  readonly publicUrl: string | undefined;
  /** How people can sign in. */
  readonly means: readonly ('key' | 'oidc')[];
  readonly clock: Clock;
}

/**
 * Sessions of browsers, whose images and frames cannot carry a key. The cookie holds the credentials themselves, sealed: each
 * request is authenticated anew as if it had carried them, so that what is revoked or has expired ends at once. Signing out
 * takes the cookie from the browser; a copy of it holds until it ends.
 */
export class Sessions {
  constructor(private readonly options: SessionsOptions) {}

  get means(): SessionsOptions['means'] {
    return this.options.means;
  }

  get publicUrl(): string | null {
    return this.options.publicUrl ?? null;
  }

  /**
   * The headers by which a request is authenticated: its own where it carries credentials, else those of its session.
   *
   * @throws ArbiterError UNAUTHENTICATED for a session that ended or is none; FORBIDDEN for a page of another origin
   */
  headersOf(req: Request): IncomingHttpHeaders {
    if (credentialIn(req.headers) !== undefined || this.cookieOf(req) === undefined) return req.headers;
    this.assertOwnPage(req);
    const session = this.sessionOf(req);
    if (session) return { 'x-api-key': session.bearer };
    throw new RefusedCredentials('This session has ended: sign in again.', 'the session ended');
  }

  /** @returns null where a request carries no session, or one that ended */
  sessionOf(req: Request): SealedSession | null {
    const cookie = this.cookieOf(req);
    if (cookie === undefined || cookie.length > MAX_COOKIE_LENGTH) return null;
    const session = this.options.seal.open(cookie);
    return session && session.expiresAt > this.options.clock.now() ? session : null;
  }

  /**
   * Keeps out pages of other origins, whose requests a browser may send with our cookie: pages of other ports and subdomains count
   * as the same site. Fetch Metadata says so where it is sent; a change needs an Origin besides.
   *
   * @throws ArbiterError FORBIDDEN
   */
  assertOwnPage(req: Request): void {
    const { origin } = req.headers;
    const isOwn = origin === undefined ? SAFE_METHODS.has(req.method) : this.ownOrigins(req).includes(origin);
    if (isOwn && !isOfOtherSite(req)) return;
    throw new ArbiterError(
      'FORBIDDEN',
      'Only pages of this server may ask with its session: open it under ARBITER_PUBLIC_URL, or send a key.',
    );
  }

  /**
   * Signs a browser in.
   *
   * @param untilMs when the credentials end by themselves, in milliseconds since the Unix epoch
   * @throws ArbiterError INVALID_REQUEST for credentials that no cookie can hold
   */
  begin(req: Request, res: Response, bearer: string, untilMs = Infinity): SealedSession {
    const now = this.options.clock.now();
    const session = { bearer, expiresAt: Math.min(now + SESSION_MS, untilMs) };
    const sealed = this.options.seal.seal(session);
    if (sealed.length > MAX_COOKIE_LENGTH) {
      throw new ArbiterError('INVALID_REQUEST', 'This token is too long for a cookie: have it hold fewer claims.');
    }
    res.cookie(this.nameFor(req), sealed, { ...this.attributesFor(req), maxAge: session.expiresAt - now });
    return session;
  }

  end(req: Request, res: Response): void {
    res.clearCookie(this.nameFor(req), this.attributesFor(req));
  }

  /** Under which people reach the server, as they did with this request. */
  baseUrl(req: Request): string {
    return this.options.publicUrl ?? requestOrigin(req);
  }

  private ownOrigins(req: Request): string[] {
    const { publicUrl } = this.options;
    return [requestOrigin(req), ...(publicUrl === undefined ? [] : [new URL(publicUrl).origin])];
  }

  private cookieOf(req: Request): string | undefined {
    return cookieIn(req, this.nameFor(req));
  }

  private nameFor(req: Request): string {
    return this.isSecure(req) ? SECURE_NAME : PLAIN_NAME;
  }

  private attributesFor(req: Request): CookieOptions {
    return { httpOnly: true, sameSite: 'strict', path: '/', secure: this.isSecure(req) };
  }

  /** Whether the browser came by TLS, as a trusted proxy or the operator says. */
  private isSecure(req: Request): boolean {
    return req.secure || (this.options.publicUrl?.startsWith('https:') ?? false);
  }
}

function requestOrigin(req: Request): string {
  return `${req.protocol}://${req.host}`;
}

/** The first of that name (RFC 6265, 5.4: the most specific one comes first). */
export function cookieIn(req: Request, name: string): string | undefined {
  const pairs = (req.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
