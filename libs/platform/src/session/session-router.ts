import { randomBytes } from 'node:crypto';
import { ArbiterError, CONSOLE_SESSION_PATH, type ConsoleSession, ConsoleSignIn } from '@arbiter/contracts';
import { type Response, Router } from 'express';
import type { OidcSignIn } from '../access/oidc-sign-in.js';
import { readJsonBody } from '../http/read-json-body.js';
import { admit, type Admission, type Authenticate, type PageSessions, principalOf } from '../http/require-admission.js';
import { invalidField } from '../http/send-problem.js';
import { Seal } from './seal.js';
import { Sessions, type SessionsOptions } from './sessions.js';

const BODY_LIMIT = 16 * 1_024;
/** `?returnTo=/path`: sends a browser to the provider of OpenID Connect, and later to that path. */
const SIGN_IN_PATH = '/v1/console/login';
/** Where the provider sends it back: to be registered there. */
const CALLBACK_PATH = '/v1/console/callback';

/** How long a person may take at the provider. */
const SIGN_IN_MS = 600_000;
const COOKIE = 'arbiter-login';
const RANDOM_BYTES = 32;
/** Of a path to return to, in characters: with the rest it still fits the addresses that providers take. */
const MAX_RETURN_LENGTH = 2_000;

/** Sessions of browsers with their routes, for a door. */
export function pageSessions(options: SessionsOptions): PageSessions {
  const sessions = new Sessions(options);
  return {
    headersOf: (req) => sessions.headersOf(req),
    routes: (admission) => sessionRouter(sessions, admission),
  };
}

/** Serves {@link CONSOLE_SESSION_PATH} and the sign-in at a provider, to whom nobody has let in yet. */
function sessionRouter(sessions: Sessions, admission: Admission): Router {
  const router = Router({ caseSensitive: true });
  const { authenticate } = admission;
  const { signIn, takesKeys, publicUrl = null } = sessions.options;
  router.use('/v1/console', (_req, res, next) => {
    res.setHeader('Cache-Control', 'no-store');
    next();
  });
  if (signIn && authenticate) addSignIn(router, sessions, signIn, authenticate);

  /** Nobody; where there are no keys, anybody. */
  const unknown: ConsoleSession = {
    isOpen: authenticate === undefined,
    isSignedIn: false,
    name: null,
    role: authenticate ? null : 'admin',
    tenant: null,
    expiresAt: null,
    means: [...(takesKeys ? ['key' as const] : []), ...(signIn ? ['oidc' as const] : [])],
    publicUrl,
  };
  const known = (res: Response, end: number | null): ConsoleSession => {
    const { name, role, tenant } = principalOf(res) ?? { name: null, role: 'admin', tenant: null };
    return {
      ...unknown,
      isSignedIn: true,
      name,
      role,
      tenant,
      expiresAt: end === null ? null : new Date(end).toISOString(),
    };
  };

  router
    .route(CONSOLE_SESSION_PATH)
    .get(async (req, res) => {
      try {
        await admit(req, res, admission);
        res.json(authenticate ? known(res, await sessions.endOf(req)) : unknown);
      } catch (thrown) {
        if (!authenticate || !isRefusal(thrown)) throw thrown;
        res.json(unknown);
      }
    })
    .post(async (req, res) => {
      sessions.assertOwnPage(req);
      if (!authenticate) {
        res.json(unknown);
        return;
      }
      const signingIn = ConsoleSignIn.safeParse(await readJsonBody(req, BODY_LIMIT));
      if (!signingIn.success) throw invalidField('key', 'must be a key of this server, as text');
      const { key } = signingIn.data;
      res.locals.principal = await authenticate({ 'x-api-key': key });
      res.json(known(res, await sessions.begin(res, key)));
    })
    .delete((req, res) => {
      sessions.assertOwnPage(req);
      sessions.end(res);
      res.status(204).end();
    });
  return router;
}

/** Of who asks, not of the server: an issuer that is away says nothing about anybody. */
function isRefusal(thrown: unknown): boolean {
  return thrown instanceof ArbiterError && (thrown.code === 'UNAUTHENTICATED' || thrown.code === 'FORBIDDEN');
}

/** The two steps of a sign-in at a provider. */
function addSignIn(router: Router, sessions: Sessions, signIn: OidcSignIn, authenticate: Authenticate): void {
  const { secrets, clock } = sessions.options;
  /**
   * Travels as `state` by way of the provider: nothing is kept here, and two tabs can sign in at once. `binding` is the cookie of
   * the browser that began: nobody can finish in another one what he began himself (RFC 6749, 10.12).
   */
  const seal = new Seal<Record<'binding' | 'nonce' | 'verifier' | 'returnTo', string>>(
    secrets,
    'arbiter console login 2',
  );

  router.get(SIGN_IN_PATH, async (req, res) => {
    const returnTo = localPath(req.query.returnTo ?? '/');
    const known = { nonce: randomText(), verifier: randomText() };
    const binding = sessions.readCookie(req, COOKIE) ?? randomText();
    const state = await seal.seal({ ...known, binding, returnTo }, clock.now() + SIGN_IN_MS);
    const target = await signIn.begin(`${sessions.baseUrl(req)}${CALLBACK_PATH}`, { ...known, state });
    // Not `strict`: it is the provider's page that leads back here.
    sessions.writeCookie(res, COOKIE, binding, { sameSite: 'lax', maxAge: SIGN_IN_MS });
    res.redirect(303, target);
  });

  router.get(CALLBACK_PATH, async (req, res) => {
    const state = typeof req.query.state === 'string' ? req.query.state : '';
    const begun = await seal.open(state, clock.now());
    if (begun === null || begun.binding !== sessions.readCookie(req, COOKIE)) {
      throw new ArbiterError('INVALID_REQUEST', 'This sign-in was not begun in this browser, or took too long.');
    }
    const callback = new URL(`${sessions.baseUrl(req)}${CALLBACK_PATH}`);
    callback.search = new URL(req.originalUrl, callback).search;
    const token = await signIn.finish(callback, { ...begun, state });
    await authenticate({ 'x-api-key': token });
    await sessions.begin(res, token);
    res.redirect(303, begun.returnTo);
  });
}

/**
 * A path of this server as a browser reads it: it takes `/\evil.example` and tabs between slashes for another host.
 *
 * @returns the first page instead of a path that is too long, which must keep nobody outside
 * @throws ArbiterError INVALID_REQUEST for whatever leads elsewhere
 */
function localPath(given: unknown): string {
  const base = 'http://localhost';
  if (typeof given === 'string' && given.startsWith('/') && URL.canParse(given, base)) {
    const { origin, pathname, search, hash } = new URL(given, base);
    const path = `${pathname}${search}${hash}`;
    if (origin === base && !path.startsWith('//')) return path.length > MAX_RETURN_LENGTH ? '/' : path;
  }
  throw invalidField('returnTo', 'must be a path of this server, such as /documents/ID');
}

function randomText(): string {
  return randomBytes(RANDOM_BYTES).toString('base64url');
}
