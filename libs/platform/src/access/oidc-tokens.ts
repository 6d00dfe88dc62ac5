import { ArbiterError, type Principal } from '@arbiter/contracts';
import { errors, jwtVerify, type JWTPayload } from 'jose';
import { IssuerKeys, type IssuerKeysOptions } from './issuer-keys.js';
import { type ClaimSettings, principalOfClaims } from './read-claims.js';
import { RefusedCredentials } from '../http/refused-credentials.js';
import { assertAccessToken } from './token-purpose.js';

/**
 * Signatures with a key that only the issuer has. Not `none`; not HMAC, whose key everybody here would have, and which lets a
 * public key pass as the secret (RFC 8725, 2.1). Ed25519 is what RFC 9864 calls EdDSA with the usual curve.
 */
const ALGORITHMS = ['RS256', 'ES256', 'EdDSA', 'Ed25519'];

/** Clocks of two machines that are kept by NTP differ by far less. */
const CLOCK_TOLERANCE_S = 30;

/** Tokens of usual issuers have one to four kilobytes; Node takes 16 of all headers together. */
const MAX_TOKEN_BYTES = 8 * 1024;

export interface OidcTokensOptions extends IssuerKeysOptions {
  /** A token must have been issued for one of them. */
  readonly audience: readonly string[];
  /** Values of a token's header `typ` that are admitted. */
  readonly types: readonly string[];
  readonly claims: ClaimSettings;
}

/** Checks access tokens in the form of a JWT (RFC 9068, RFC 8725). */
export class OidcTokens {
  private readonly keys: IssuerKeys;

  constructor(private readonly options: OidcTokensOptions) {
    this.keys = new IssuerKeys(options);
  }

  /**
   * @throws ArbiterError UNAUTHENTICATED for a token that is not good; FORBIDDEN for one that gives no rights here; UNAVAILABLE
   *   when its key is not known and the issuer does not answer
   */
  async read(token: string): Promise<Principal> {
    if (Buffer.byteLength(token) > MAX_TOKEN_BYTES) {
      throw new RefusedCredentials(`This token has more than ${MAX_TOKEN_BYTES} bytes.`, 'the token is too large');
    }
    return principalOfClaims(await this.verify(token), this.options.claims);
  }

  private async verify(token: string): Promise<JWTPayload> {
    const { issuer, audience, types, clock, logger } = this.options;
    const now = new Date(clock.now());
    try {
      const { payload, protectedHeader } = await jwtVerify(token, this.keys.keyOf, {
        issuer,
        audience: [...audience],
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: now,
        requiredClaims: ['exp', 'sub'],
      });
      assertAccessToken(protectedHeader, payload, types);
      assertIssued(payload, now);
      return payload;
    } catch (thrown) {
      const refusal = refusalOf(thrown);
      if (refusal) throw refusal;
      // Such as a key of the issuer that is too short to be safe: the operator has to know, and the caller stays outside.
      logger.warn({ issuer, err: thrown }, 'a token could not be checked');
      throw new RefusedCredentials('This token cannot be checked.', 'invalid signature', thrown);
    }
  }
}

/** Of a token from the future nobody can say how long it holds. */
function assertIssued(payload: JWTPayload, now: Date): void {
  const { iat } = payload;
  if (iat === undefined || (typeof iat === 'number' && iat <= now.getTime() / 1_000 + CLOCK_TOLERANCE_S)) return;
  throw new errors.JWTClaimValidationFailed('"iat" is no time that has come', payload, 'iat', 'check_failed');
}

/** Never repeats what the token holds, but for when it ended. @returns null for a failure that is not the token's */
function refusalOf(thrown: unknown): ArbiterError | null {
  if (thrown instanceof ArbiterError) return thrown;
  if (thrown instanceof errors.JWTExpired) {
    const { exp } = thrown.payload;
    const when = typeof exp === 'number' ? ` on ${new Date(exp * 1_000).toISOString()}` : '';
    return new RefusedCredentials(`This token expired${when}: get a new one.`, 'the token expired', thrown);
  }
  if (thrown instanceof errors.JWTClaimValidationFailed) {
    const { claim } = thrown;
    return new RefusedCredentials(
      `This token is not for this server: its claim "${claim}" is not what it must be.`,
      `the claim ${claim} does not hold`,
      thrown,
    );
  }
  if (thrown instanceof errors.JWKSNoMatchingKey || thrown instanceof errors.JWKSMultipleMatchingKeys) {
    return new RefusedCredentials('This token names no key of its issuer.', 'unknown key', thrown);
  }
  if (thrown instanceof errors.JOSEAlgNotAllowed) {
    return new RefusedCredentials('This token is signed in a way that is not admitted.', 'algorithm', thrown);
  }
  if (thrown instanceof errors.JOSEError) {
    return new RefusedCredentials('This token is broken or signed by somebody else.', 'invalid signature', thrown);
  }
  return null;
}
