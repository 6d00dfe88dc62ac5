import { randomBytes } from 'node:crypto';
import { ArbiterError } from '@arbiter/contracts';
import { Router } from 'express';
import { z } from 'zod';
import type { OidcSignIn } from '../access/oidc-sign-in.js';
import type { Authenticate } from '../http/require-admission.js';
import { invalidField } from '../http/send-problem.js';
import { Seal } from './seal.js';
import type { Sessions } from './sessions.js';

/** `?returnTo=/path`: sends a browser to the provider of OpenID Connect, and later to that path. */
export const SIGN_IN_PATH = '/v1/console/login';
/** Where the provider sends it back: to be registered there. */
export const CALLBACK_PATH = '/v1/console/callback';

/** How long a person may take at the provider. */
const SIGN_IN_MS = 600_000;
const COOKIE = 'arbiter-login';
const RANDOM_BYTES = 32;
/** Of a path to return to, in characters: with the rest it still fits the addresses that providers take. */
const MAX_RETURN_LENGTH = 2_000;

/** Travels as `state` by way of the provider, sealed: nothing is kept here, and two tabs can sign in at once. */
const SignInState = z.strictObject({
  /** The cookie of the browser that began: nobody can finish in another one what he began himself (RFC 6749, 10.12). */
  binding: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  /** Milliseconds since the Unix epoch. */
  expiresAt: z.number(),
});

/** Serves the two steps of a sign-in at a provider. */
export function signInRouter(sessions: Sessions, signIn: OidcSignIn, authenticate: Authenticate): Router {
  const { secrets, clock } = sessions.options;
  const seal = new Seal(secrets, 'arbiter console login 1', SignInState);
  const router = Router({ caseSensitive: true });

  router.get(SIGN_IN_PATH, async (req, res) => {
    const returnTo = localPath(req.query.returnTo ?? '/');
    const known = { nonce: randomText(), verifier: randomText() };
    const binding = sessions.cookies.read(req, COOKIE) ?? randomText();
    const state = seal.seal({ ...known, binding, returnTo, expiresAt: clock.now() + SIGN_IN_MS });
    const target = await signIn.begin(`${sessions.baseUrl(req)}${CALLBACK_PATH}`, { ...known, state });
    // Not `strict`: it is the provider's page that leads back here.
    sessions.cookies.write(res, COOKIE, binding, { sameSite: 'lax', maxAge: SIGN_IN_MS });
    res.redirect(303, target);
  });

  router.get(CALLBACK_PATH, async (req, res) => {
    const state = typeof req.query.state === 'string' ? req.query.state : '';
    const begun = seal.open(state);
    if (begun === null || begun.expiresAt <= clock.now() || begun.binding !== sessions.cookies.read(req, COOKIE)) {
      throw new ArbiterError('INVALID_REQUEST', 'This sign-in was not begun in this browser, or took too long.');
    }
    const callback = new URL(`${sessions.baseUrl(req)}${CALLBACK_PATH}`);
    callback.search = new URL(req.originalUrl, callback).search;
    const token = await signIn.finish(callback, { ...begun, state });
    await authenticate({ 'x-api-key': token });
    sessions.begin(res, token);
    res.redirect(303, begun.returnTo);
  });
  return router;
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
