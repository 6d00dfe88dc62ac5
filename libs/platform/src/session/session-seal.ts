import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
/** As NIST SP 800-38D (5.2.1.1) recommends; random ones do until 2^32 texts are sealed with one key (8.3). */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Binds the key to this use and to this form of what is sealed (RFC 5869, 3.2). */
const PURPOSE = 'arbiter console session 1';
/** Far above a token of the longest kind. */
const MAX_INFLATED_BYTES = 64 * 1_024;

const Sealed = z.tuple([z.number(), z.string()]);

/** What a session is: credentials, and how long the browser may show them. */
export interface SealedSession {
  readonly bearer: string;
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number;
}

/**
 * Seals sessions into text that only who knows the secret can read or make (AES-256-GCM). So a session needs no store, and every
 * replica that has the secret reads it.
 */
export class SessionSeal {
  private readonly keys: readonly Buffer[];

  /** @param secrets the first one seals, each of them opens: so one can be replaced while sessions last */
  constructor(secrets: readonly [string, ...string[]]) {
    this.keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, KEY_BYTES)));
  }

  /** @returns text of base64url */
  seal({ bearer, expiresAt }: SealedSession): string {
    const [key = Buffer.alloc(0)] = this.keys;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    // A token is longer than a cookie may be once it has been encoded twice.
    const plain = deflateRawSync(JSON.stringify([expiresAt, bearer] satisfies z.input<typeof Sealed>));
    return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64url');
  }

  /** @returns null for text that was not sealed with one of the secrets, or was changed since */
  open(text: string): SealedSession | null {
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.length <= NONCE_BYTES + TAG_BYTES) return null;
    for (const key of this.keys) {
      const plain = decrypted(bytes, key);
      if (plain === null) continue;
      const [expiresAt, bearer] = Sealed.parse(
        JSON.parse(inflateRawSync(plain, { maxOutputLength: MAX_INFLATED_BYTES }).toString()),
      );
      return { bearer, expiresAt };
    }
    return null;
  }
}

function decrypted(bytes: Buffer, key: Buffer): Buffer | null {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const plain = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    return Buffer.concat([plain, decipher.final()]);
  } catch {
    return null;
  }
}
