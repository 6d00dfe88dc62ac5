import type { JWTPayload } from 'jose';
import { RefusedCredentials } from '../http/refused-credentials.js';

/** A token without `typ` is a JWT like any (RFC 7519, 5.1). */
const USUAL_TYPE = 'JWT';

/** What an issuer signs beside access tokens, with the same keys and perhaps for the same audience, by claims that only they have. */
const OTHER_PURPOSES: readonly (readonly [purpose: string, claims: readonly string[]])[] = [
  // OpenID Connect Core 1.0, 2 and 3.3.2.11; FAPI 1.0 for `s_hash`.
  ['an ID token', ['nonce', 'at_hash', 'c_hash', 's_hash']],
  // OpenID Connect Back-Channel Logout 1.0, 2.4, and any security event (RFC 8417).
  ['a logout token or another event', ['events']],
  // Whoever shows it has to prove a key (RFC 7800, RFC 8705, RFC 9449), which nobody here asks for.
  ['bound to a key of its client', ['cnf']],
];

/** Values of the claim `typ` by which Keycloak tells its tokens apart. */
const KEYCLOAK_ACCESS = 'Bearer';
const KEYCLOAK_OTHERS: ReadonlySet<unknown> = new Set(['ID', 'Refresh', 'Offline', 'Logout']);

/**
 * Refuses tokens that are good, and meant for something else than calling this server (RFC 8725, 3.11 and 3.12).
 *
 * @param header whose `typ` is compared as RFC 7515, 4.1.9 has it: without "application/", in upper or lower case
 * @param types that are admitted
 * @throws ArbiterError UNAUTHENTICATED
 */
export function assertAccessToken(
  header: { readonly typ?: string | undefined },
  claims: JWTPayload,
  types: readonly string[],
): void {
  const type = mediaType(header.typ ?? USUAL_TYPE);
  if (!types.some((admitted) => mediaType(admitted) === type)) throw refused('of another type than is admitted here');
  if (KEYCLOAK_OTHERS.has(claims.typ)) throw refused('no access token');
  for (const [purpose, own] of OTHER_PURPOSES) {
    // Keycloak before version 24 put the nonce into access tokens, too.
    const telling = claims.typ === KEYCLOAK_ACCESS ? own.filter((name) => name !== 'nonce') : own;
    if (telling.some((name) => claims[name] !== undefined)) throw refused(purpose);
  }
}

function mediaType(typ: string): string {
  return typ.toLowerCase().replace(/^application\//, '');
}

function refused(what: string): RefusedCredentials {
  return new RefusedCredentials(`This token is ${what}: send an access token.`, 'no access token');
}
