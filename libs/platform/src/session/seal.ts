import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { z } from 'zod';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
/** As NIST SP 800-38D (5.2.1.1) recommends; random ones do until 2^32 texts are sealed with one key (8.3). */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Far above a token of the longest kind. */
const MAX_INFLATED_BYTES = 64 * 1_024;

/** By what texts are sealed: the first one seals, each of them opens. So one can be replaced while what it sealed still holds. */
export type Secrets = readonly [string, ...string[]];

/**
 * Seals values into text that only who knows the secret can read or make (AES-256-GCM). So what a browser keeps for the server
 * needs no store, and every replica that has the secret reads it.
 */
export class Seal<T> {
  private readonly key: Buffer;
  private readonly keys: readonly Buffer[];

  /**
   * @param purpose binds the key to one use (RFC 5869, 3.2): what was sealed for another one is not opened
   * @param schema of the values, which are JSON
   */
  constructor(
    secrets: Secrets,
    purpose: string,
    private readonly schema: z.ZodType<T>,
  ) {
    const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));
    this.key = keyOf(secrets[0]);
    this.keys = secrets.map(keyOf);
  }

  /** @returns text of base64url */
  seal(value: T): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, nonce, { authTagLength: TAG_BYTES });
    // Else a long token would be too long for a cookie once it has been encoded twice.
    const plain = deflateRawSync(JSON.stringify(value));
    return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64url');
  }

  /** @returns null for text that was not sealed with one of the secrets, or was changed since */
  open(text: string): T | null {
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.length <= NONCE_BYTES + TAG_BYTES) return null;
    for (const key of this.keys) {
      const plain = decrypted(bytes, key);
      if (plain === null) continue;
      const json = inflateRawSync(plain, { maxOutputLength: MAX_INFLATED_BYTES }).toString();
      return this.schema.parse(JSON.parse(json));
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
