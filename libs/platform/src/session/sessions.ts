import type { IncomingHttpHeaders } from 'node:http';
import { ArbiterError, type ConsoleSession } from '@arbiter/contracts';
import type { Clock } from '@arbiter/ports';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { credentialIn } from '../access/credential-in.js';
import type { OidcSignIn } from '../access/oidc-sign-in.js';
import { isOfOtherSite } from '../http/foreign-pages.js';
import { RefusedCredentials } from '../http/refused-credentials.js';
import { OwnCookies } from './own-cookies.js';
import { Seal, type Secrets } from './seal.js';

/** A working day with its evening; then a person shows the key again. In milliseconds. */
export const SESSION_MS = 12 * 3_600_000;

/** Browsers drop a cookie whose name and value exceed 4,096 bytes (RFC 6265bis, 5.7). */
const MAX_COOKIE_LENGTH = 4_000;
const COOKIE = 'arbiter';

/** Methods that change nothing (RFC 9110, 9.2.1). */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

const SealedSession = z.strictObject({
  /** The credentials. */
  bearer: z.string(),
  /** Milliseconds since the Unix epoch. */
  expiresAt: z.number(),
});
export type SealedSession = z.output<typeof SealedSession>;

export interface SessionsOptions {
  readonly secrets: Secrets;
  /** ARBITER_PUBLIC_URL. */
  readonly publicUrl: string | undefined;
  /** Whether there are keys, so that one can be shown. */
  readonly takesKeys: boolean;
  /** Absent: nobody signs in at a provider. */
  readonly signIn?: OidcSignIn | undefined;
  readonly clock: Clock;
}

/**
 * Sessions of browsers, whose images and frames cannot carry a key. The cookie holds the credentials themselves, sealed: each
 * request is authenticated anew as if it had carried them, so that what is revoked or has expired ends at once. Signing out
 * takes the cookie from the browser; a copy of it holds until it ends.
 */
export class Sessions {
  readonly cookies: OwnCookies;
  private readonly seal: Seal<SealedSession>;

  constructor(readonly options: SessionsOptions) {
    this.cookies = new OwnCookies(options.publicUrl);
    this.seal = new Seal(options.secrets, 'arbiter console session 1', SealedSession);
  }

  /** How people can sign in. */
  get means(): ConsoleSession['means'] {
    return [...(this.options.takesKeys ? ['key' as const] : []), ...(this.options.signIn ? ['oidc' as const] : [])];
  }

  /**
   * The headers by which a request is authenticated: its own where it carries credentials, else those of its session.
   *
   * @throws ArbiterError UNAUTHENTICATED for a session that ended or is none; FORBIDDEN for a page of another origin
   */
  headersOf(req: Request): IncomingHttpHeaders {
    if (credentialIn(req.headers) !== undefined || this.cookies.read(req, COOKIE) === undefined) return req.headers;
    this.assertOwnPage(req);
    const session = this.sessionOf(req);
    if (session) return { 'x-api-key': session.bearer };
    throw new RefusedCredentials('This session has ended: sign in again.', 'the session ended');
  }

  /** @returns null where a request carries no session, or one that ended */
  sessionOf(req: Request): SealedSession | null {
    const cookie = this.cookies.read(req, COOKIE);
    if (cookie === undefined || cookie.length > MAX_COOKIE_LENGTH) return null;
    const session = this.seal.open(cookie);
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
    const own = [originOf(req), this.options.publicUrl];
    const isOwn = origin === undefined ? SAFE_METHODS.has(req.method) : own.includes(origin);
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
   * @throws ArbiterError INVALID_REQUEST for credentials that no cookie can hold
   */
  begin(res: Response, bearer: string): SealedSession {
    const now = this.options.clock.now();
    const session = { bearer, expiresAt: Math.min(now + SESSION_MS, endOf(bearer)) };
    const sealed = this.seal.seal(session);
    if (sealed.length > MAX_COOKIE_LENGTH) {
      throw new ArbiterError('INVALID_REQUEST', 'This token is too long for a cookie: have it hold fewer claims.');
    }
    this.cookies.write(res, COOKIE, sealed, { sameSite: 'strict', maxAge: session.expiresAt - now });
    return session;
  }

  end(res: Response): void {
    this.cookies.clear(res, COOKIE);
  }

  /** Under which the browser that sent a request reaches the server, without a slash at its end. */
  baseUrl(req: Request): string {
    return this.options.publicUrl ?? originOf(req);
  }
}

function originOf(req: Request): string {
  return `${req.protocol}://${req.host}`;
}

/** When a token ends, in milliseconds since the Unix epoch; Infinity for a key. That it is genuine has been checked before. */
function endOf(bearer: string): number {
  const [, claims, signature] = bearer.split('.');
  if (claims === undefined || signature === undefined) return Infinity;
  try {
    const parsed = z
      .looseObject({ exp: z.number() })
      .safeParse(JSON.parse(Buffer.from(claims, 'base64url').toString()));
    return parsed.success ? parsed.data.exp * 1_000 : Infinity;
  } catch {
    return Infinity;
  }
}
