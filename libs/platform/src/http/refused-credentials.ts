import { ArbiterError } from '@arbiter/contracts';

/** What RFC 6750 (3.1) allows in a quoted description. */
const NOT_QUOTABLE = /[^\x20-\x21\x23-\x5b\x5d-\x7e]/g;

/** A key or token was sent, and it is no good. */
export class RefusedCredentials extends ArbiterError {
  /** For the header WWW-Authenticate (RFC 6750, 3). */
  readonly challenge: string;

  /** @param reason in a few words, for programs that show the challenge */
  constructor(message: string, reason: string, cause?: unknown) {
    super('UNAUTHENTICATED', message, { cause });
    this.challenge = `Bearer realm="arbiter", error="invalid_token", error_description="${reason.replace(NOT_QUOTABLE, '')}"`;
  }
}
