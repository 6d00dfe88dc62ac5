import { ArbiterError } from '@arbiter/contracts';
import type { Configuration, CustomFetch } from 'openid-client';
import { isTrustworthyUrl } from '../config/access-variables.js';
import { RefusedCredentials } from '../http/refused-credentials.js';
import type { Logger } from '../logging.js';

/** Longest wait for the provider, in seconds. */
const TIMEOUT_S = 5;

export interface OidcSignInOptions {
  readonly issuer: string;
  readonly clientId: string;
  /** undefined: a public client, which PKCE alone protects. */
  readonly clientSecret: string | undefined;
  /** Whom tokens are asked for, where the provider lets a client choose (Auth0, Ory). */
  readonly audience: string | undefined;
  readonly logger: Logger;
}

/** What is known of a person who is at the provider: random texts of 256 bits but for the state. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE (RFC 7636). */
  readonly verifier: string;
}

/**
 * The authorization code flow of OpenID Connect with PKCE. The library is loaded by the first person who signs in, and the
 * provider asked for its description then, and after whatever failed.
 */
export class OidcSignIn {
  private configuration: Promise<Configuration> | null = null;

  constructor(private readonly options: OidcSignInOptions) {}

  /**
   * Where to send a browser.
   *
   * @throws ArbiterError UNAVAILABLE when the provider does not answer
   */
  async begin(redirectUri: string, { state, nonce, verifier }: PendingSignIn): Promise<string> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
    const challenge = await calculatePKCECodeChallenge(verifier);
    const { audience } = this.options;
    try {
      const url = buildAuthorizationUrl(await (this.configuration ??= this.discover()), {
        redirect_uri: redirectUri,
        scope: 'openid',
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        ...(audience !== undefined && { audience }),
      });
      if (isTrustworthyUrl(url.href)) return url.href;
      throw new TypeError('its page for signing in is not at an https address');
    } catch (cause) {
      throw this.failure(cause, true);
    }
  }

  /**
   * Fetches the token for which a browser was sent back.
   *
   * @param callback the address at which it came, with its query
   * @throws ArbiterError UNAUTHENTICATED when the provider or the person refused, or the answer is not to what was asked;
   *   UNAVAILABLE when the provider does not answer
   */
  async finish(callback: URL, { state, nonce, verifier }: PendingSignIn): Promise<string> {
    const { authorizationCodeGrant } = await import('openid-client');
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    try {
      const configuration = await (this.configuration ??= this.discover());
      return (await authorizationCodeGrant(configuration, callback, checks)).access_token;
    } catch (cause) {
      throw this.failure(cause, isAway(cause));
    }
  }

  private async discover(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.options;
    const library = await import('openid-client');
    const { customFetch, discovery, enableNonRepudiationChecks, None } = library;
    // oxlint-disable-next-line no-deprecated -- plain HTTP is for this machine alone, as fetchTrustworthy sees to
    const { allowInsecureRequests } = library;
    const execute = [allowInsecureRequests, enableNonRepudiationChecks];
    const options = { execute, timeout: TIMEOUT_S, [customFetch]: fetchTrustworthy };
    const authentication = clientSecret === undefined ? None() : undefined;
    return discovery(new URL(issuer), clientId, clientSecret, authentication, options);
  }

  private failure(cause: unknown, isProviders: boolean): ArbiterError {
    this.configuration = null;
    const { issuer, logger } = this.options;
    logger.warn({ issuer, err: cause }, isProviders ? 'nobody can sign in: the provider fails' : 'a sign-in failed');
    return isProviders
      ? new ArbiterError('UNAVAILABLE', 'The provider that people sign in at does not answer: try again.', { cause })
      : new RefusedCredentials('The sign-in failed: begin again.', 'the sign-in failed', cause);
  }
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
