import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { Seal } from './seal.js';

const Session = z.strictObject({ bearer: z.string(), expiresAt: z.number() });
const sealOf = (...secrets: [string, ...string[]]) => new Seal(secrets, 'sessions', Session);
const session = { bearer: 'arb_a-key-of-somebody', expiresAt: 1_900_000_000_000 };

describe('a sealed value', () => {
  it('is read by who has the secret, and by nobody else', () => {
    const sealed = sealOf('one secret').seal(session);
    expect(sealOf('one secret').open(sealed)).toEqual(session);
    expect(sealOf('another secret').open(sealed)).toBeNull();
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('somebody');
  });

  it('is nothing for another purpose', () => {
    expect(new Seal(['one secret'], 'logins', Session).open(sealOf('one secret').seal(session))).toBeNull();
  });

  it('outlives the exchange of the secret', () => {
    const before = sealOf('old').seal(session);
    const seal = sealOf('new', 'old');
    expect(seal.open(before)).toEqual(session);
    expect(sealOf('old').open(seal.seal(session))).toBeNull();
  });

  it('is another text each time', () => {
    const seal = sealOf('one secret');
    expect(seal.seal(session)).not.toBe(seal.seal(session));
  });

  it('is none once any of its bytes differs, is missing or is added', () => {
    const seal = sealOf('one secret');
    const bytes = Buffer.from(seal.seal(session), 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(seal.open(changed.toString('base64url'))).toBeNull();
      expect(seal.open(bytes.subarray(0, at).toString('base64url'))).toBeNull();
    }
    expect(seal.open(Buffer.concat([bytes, Buffer.of(0)]).toString('base64url'))).toBeNull();
  });

  it.each(['', '=', 'null', 'ä', 'a'.repeat(40), '\0'])('is not %j', (text) => {
    expect(sealOf('one secret').open(text)).toBeNull();
  });

  it('of a token with many claims fits a cookie', () => {
    // As hard to compress as a token can be: random claims, encoded as text.
    const bearer = `${randomBytes(90).toString('base64url')}.${randomBytes(2_400).toString('base64url')}.${randomBytes(256).toString('base64url')}`;
    const seal = sealOf('one secret');
    const sealed = seal.seal({ ...session, bearer });
    expect(sealed.length).toBeLessThan(1.05 * bearer.length);
    expect(seal.open(sealed)).toEqual({ ...session, bearer });
  });
});
