import { ArbiterError } from '@arbiter/contracts';
import { Router } from 'express';
import type { Configuration, CustomFetch } from 'openid-client';
import { isTrustworthyUrl } from '../config/access-variables.js';
import { RefusedCredentials } from '../http/refused-credentials.js';
import type { Authenticate } from '../http/require-admission.js';
import { invalidField } from '../http/send-problem.js';
import { Seal } from './seal.js';
import type { Sessions, SignInOptions } from './sessions.js';

/** Where the provider sends a browser back: to be registered there. */
const CALLBACK_PATH = '/v1/console/callback';
/** Longest wait for the provider, in seconds. */
const TIMEOUT_S = 5;
/** How long a person may take at the provider. */
const SIGN_IN_MS = 600_000;
const COOKIE = 'arbiter-login';
/** Of a path to return to, in characters: with the rest it still fits the addresses that providers take. */
const MAX_RETURN_LENGTH = 2_000;

/**
 * Serves the authorization code flow with PKCE: `/v1/console/login?returnTo=/path` leads to the provider, and from there back to
 * that path. The library is loaded by the first person who signs in.
 */
export function signInRouter(sessions: Sessions, provider: SignInOptions, authenticate: Authenticate): Router {
  const { secrets, clock } = sessions.options;
  const { issuer, audience, logger } = provider;
  const router = Router({ caseSensitive: true });
  /**
   * Travels as `state` by way of the provider: nothing is kept here, and two tabs can sign in at once. `binding` is the cookie of
   * the browser that began: nobody can finish in another one what he began himself (RFC 6749, 10.12).
   */
  const seal = new Seal<Record<'binding' | 'nonce' | 'verifier' | 'returnTo', string>>(
    secrets,
    'arbiter console login 2',
  );
  /** The provider is asked for its description by the first, and after whatever failed. */
  let configuration: Promise<Configuration> | null = null;
  const failure = (cause: unknown, isProviders: boolean): ArbiterError => {
    configuration = null;
    logger.warn({ issuer, err: cause }, isProviders ? 'nobody can sign in: the provider fails' : 'a sign-in failed');
    return isProviders
      ? new ArbiterError('UNAVAILABLE', 'The provider that people sign in at does not answer: try again.', { cause })
      : new RefusedCredentials('The sign-in failed: begin again.', 'the sign-in failed', cause);
  };

  router.get('/v1/console/login', async (req, res) => {
    const returnTo = localPath(req.query.returnTo ?? '/');
    const library = await import('openid-client');
    const [nonce, verifier] = [library.randomNonce(), library.randomPKCECodeVerifier()];
    const binding = sessions.readCookie(req, COOKIE) ?? library.randomState();
    const state = await seal.seal({ binding, nonce, verifier, returnTo }, clock.now() + SIGN_IN_MS);
    const asked = {
      redirect_uri: `${sessions.baseUrl(req)}${CALLBACK_PATH}`,
      scope: 'openid',
      state,
      nonce,
      code_challenge: await library.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(audience !== undefined && { audience }),
    };
    let target: URL;
    try {
      target = library.buildAuthorizationUrl(await (configuration ??= discover(provider)), asked);
      if (!isTrustworthyUrl(target.href)) throw new TypeError('its page for signing in is not at an https address');
    } catch (cause) {
      throw failure(cause, true);
    }
    // Not `strict`: it is the provider's page that leads back here.
    sessions.writeCookie(res, COOKIE, binding, { sameSite: 'lax', maxAge: SIGN_IN_MS });
    res.redirect(303, target.href);
  });

  router.get(CALLBACK_PATH, async (req, res) => {
    const state = typeof req.query.state === 'string' ? req.query.state : '';
    const begun = await seal.open(state, clock.now());
    if (begun === null || begun.binding !== sessions.readCookie(req, COOKIE)) {
      throw new ArbiterError('INVALID_REQUEST', 'This sign-in was not begun in this browser, or took too long.');
    }
    const callback = new URL(`${sessions.baseUrl(req)}${CALLBACK_PATH}`);
    callback.search = new URL(req.originalUrl, callback).search;
    const { authorizationCodeGrant } = await import('openid-client');
    const checks = { expectedState: state, expectedNonce: begun.nonce, pkceCodeVerifier: begun.verifier };
    let token: string;
    try {
      const known = await (configuration ??= discover(provider));
      ({ access_token: token } = await authorizationCodeGrant(known, callback, { ...checks, idTokenExpected: true }));
    } catch (cause) {
      throw failure(cause, isAway(cause));
    }
    await authenticate({ 'x-api-key': token });
    await sessions.begin(res, token);
    res.redirect(303, begun.returnTo);
  });
  return router;
}

async function discover({ issuer, clientId, clientSecret }: SignInOptions): Promise<Configuration> {
  const library = await import('openid-client');
  const { customFetch, discovery, enableNonRepudiationChecks, None } = library;
  // oxlint-disable-next-line no-deprecated -- plain HTTP is for this machine alone, as fetchTrustworthy sees to
  const { allowInsecureRequests } = library;
  const execute = [allowInsecureRequests, enableNonRepudiationChecks];
  const options = { execute, timeout: TIMEOUT_S, [customFetch]: fetchTrustworthy };
  const authentication = clientSecret === undefined ? None() : undefined;
  return discovery(new URL(issuer), clientId, clientSecret, authentication, options);
}

const fetchTrustworthy: CustomFetch = (url, { body, ...options }) => {
  if (isTrustworthyUrl(url)) return fetch(url, { ...options, ...(body !== undefined && { body }) });
  throw new TypeError('the provider names an address that is not https');
};

/** Whether the network failed, and not the sign-in: fetch throws a TypeError, the library its own error for a timeout. */
function isAway(thrown: unknown): boolean {
  if (thrown instanceof TypeError) return true;
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  return code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM';
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
