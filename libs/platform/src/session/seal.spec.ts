import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Seal } from './seal.js';

const sealOf = (...secrets: [string, ...string[]]) => new Seal<{ bearer: string }>(secrets, 'sessions');
const [bearer, end, now] = ['arb_a-key-of-somebody', 1_900_000_000_000, 1_899_999_999_000];
const sealedBy = (...secrets: [string, ...string[]]) => sealOf(...secrets).seal({ bearer }, end);

describe('a sealed value', () => {
  it('is read by who has the secret, for its purpose and until its end, and by nobody else', async () => {
    const sealed = await sealedBy('one secret');
    expect(await sealOf('one secret').open(sealed, now)).toEqual({ bearer, exp: end / 1_000 });
    expect(await sealOf('another secret').open(sealed, now)).toBeNull();
    expect(await new Seal(['one secret'], 'logins').open(sealed, now)).toBeNull();
    expect(await sealOf('one secret').open(sealed, end)).toBeNull();
    expect(await sealedBy('one secret')).not.toBe(sealed);
  });

  it('outlives the exchange of the secret', async () => {
    expect(await sealOf('new', 'old').open(await sealedBy('old'), now)).toMatchObject({ bearer });
    expect(await sealOf('old').open(await sealedBy('new', 'old'), now)).toBeNull();
  });

  it('is none once any of its parts differs, is missing or is added', async () => {
    const seal = sealOf('one secret');
    const sealed = await sealedBy('one secret');
    for (let at = 0; at < sealed.length; at += 1) {
      expect(await seal.open(`${sealed.slice(0, at)}!${sealed.slice(at + 1)}`, now)).toBeNull();
      expect(await seal.open(sealed.slice(0, at), now)).toBeNull();
    }
    const parts = sealed.split('.').map((part) => Buffer.from(part, 'base64url'));
    for (const [index, part] of parts.entries())
      for (let at = 0; at < part.length; at += 1) {
        const changed = Buffer.from(part);
        changed.writeUInt8(part.readUInt8(at) ^ 1, at);
        const text = parts.with(index, changed).map((bytes) => bytes.toString('base64url'));
        expect(await seal.open(text.join('.'), now)).toBeNull();
      }
    expect(await seal.open(`${sealed}A`, now)).toBeNull();
  });

  it.each(['', '=', 'null', 'ä', 'a'.repeat(40), '\0', '....', 'e30.e30.e30'])('is not %j', async (text) => {
    expect(await sealOf('one secret').open(text, now)).toBeNull();
  });

  it('of a token with many claims fits a cookie', async () => {
    // As hard to compress as a token can be: random claims, encoded as text.
    const long = `${randomBytes(90).toString('base64url')}.${randomBytes(2_400).toString('base64url')}.${randomBytes(256).toString('base64url')}`;
    const sealed = await sealOf('one secret').seal({ bearer: long }, end);
    expect(sealed.length).toBeLessThan(1.05 * long.length);
    expect(await sealOf('one secret').open(sealed, now)).toMatchObject({ bearer: long });
  });
});
