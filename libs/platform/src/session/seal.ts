import { hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;
/** Of RFC 7518: the secret's own key encrypts, by AES-GCM. */
const [KEY_MANAGEMENT, ENCRYPTION] = ['dir', 'A256GCM'];

/** By what texts are sealed: the first one seals, each of them opens. So one can be replaced while what it sealed still holds. */
export type Secrets = readonly [string, ...string[]];

/**
 * Seals claims into a token (RFC 7516) that only who knows the secret can read or make. So what a browser keeps for the server
 * needs no store, and every replica that has the secret reads it.
 */
export class Seal<T extends Readonly<Record<string, string>>> {
  /** @param purpose binds the key to one use (RFC 5869, 3.2): what was sealed for another one is not opened */
  constructor(
    private readonly secrets: Secrets,
    private readonly purpose: string,
  ) {}

  /** @param end in milliseconds since the Unix epoch; sealed are whole seconds */
  async seal(claims: T, end: number): Promise<string> {
    const { EncryptJWT } = await import('jose');
    // Else a long token would be too long for a cookie once it has been encoded twice.
    const header = { alg: KEY_MANAGEMENT, enc: ENCRYPTION, zip: 'DEF' };
    const token = new EncryptJWT(claims).setProtectedHeader(header).setExpirationTime(new Date(end));
    return token.encrypt(this.keyOf(this.secrets[0]));
  }

  /** @returns the claims with their end in seconds; null for text that none of the secrets sealed, was changed since, or has ended */
  async open(text: string, now: number): Promise<(T & { readonly exp: number }) | null> {
    const { errors, jwtDecrypt } = await import('jose');
    const algorithms = {
      keyManagementAlgorithms: [KEY_MANAGEMENT],
      contentEncryptionAlgorithms: [ENCRYPTION],
    };
    for (const secret of this.secrets) {
      try {
        const options = { ...algorithms, currentDate: new Date(now) };
        return (await jwtDecrypt<T & { readonly exp: number }>(text, this.keyOf(secret), options)).payload;
      } catch (error) {
        if (!(error instanceof errors.JOSEError)) throw error;
      }
    }
    return null;
  }

  private keyOf(secret: string): Uint8Array {
    return new Uint8Array(hkdfSync('sha256', secret, '', this.purpose, KEY_BYTES));
  }
}
