import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { SessionSeal } from './session-seal.js';

const session = { bearer: 'arb_a-key-of-somebody', expiresAt: 1_900_000_000_000 };

describe('a sealed session', () => {
  it('is read by who has the secret, and by nobody else', () => {
    const sealed = new SessionSeal(['one secret']).seal(session);
    expect(new SessionSeal(['one secret']).open(sealed)).toEqual(session);
    expect(new SessionSeal(['another secret']).open(sealed)).toBeNull();
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('somebody');
  });

  it('outlives the exchange of the secret', () => {
    const before = new SessionSeal(['old']).seal(session);
    const seal = new SessionSeal(['new', 'old']);
    expect(seal.open(before)).toEqual(session);
    expect(new SessionSeal(['old']).open(seal.seal(session))).toBeNull();
  });

  it('is another text each time', () => {
    const seal = new SessionSeal(['one secret']);
    expect(seal.seal(session)).not.toBe(seal.seal(session));
  });

  it('is none once any of its bytes differs, is missing or is added', () => {
    const seal = new SessionSeal(['one secret']);
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
    expect(new SessionSeal(['one secret']).open(text)).toBeNull();
  });

  it('of a token with many claims fits a cookie', () => {
    // As hard to compress as a token can be: random claims, encoded as text.
    const bearer = `${randomBytes(90).toString('base64url')}.${randomBytes(2_400).toString('base64url')}.${randomBytes(256).toString('base64url')}`;
    const seal = new SessionSeal(['one secret']);
    const sealed = seal.seal({ ...session, bearer });
    expect(sealed.length).toBeLessThan(1.05 * bearer.length);
    expect(seal.open(sealed)).toEqual({ ...session, bearer });
  });
});
