import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { CallSignatures, SIGNATURE_HEADER, type SignedCall } from './call-signature.js';

const KEY = 'a key of this installation, 32 bytes and more';
const NOW = 1_900_000_000_000;
const PAYLOAD = Buffer.from('{"text":"a"}');
const call: SignedCall = {
  subject: 'arbiter.v1.retriever.search',
  reply: '_INBOX.AB.7',
  headers: [
    ['Arbiter-Request-Id', ['request-1']],
    ['traceparent', ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01']],
    ['Arbiter-Deadline', ['1900000010000']],
    ['Arbiter-Time-Left', ['10000']],
    ['Arbiter-Principal', ['%7B%22name%22%3A%22ann%22%7D']],
    ['Arbiter-Cancel', ['arbiter.v1.cancel.retriever.x-7']],
  ],
  payload: PAYLOAD,
};

describe('the signature of a call', () => {
  it('is what other arms of any version make of the same call', () => {
    // Written out, since a change of it cuts arms of two versions off from each other.
    const text = JSON.stringify([
      '1900000000000',
      'arbiter.v1.retriever.search',
      '_INBOX.AB.7',
      createHash('sha256').update(PAYLOAD).digest('base64url'),
      'request-1',
      '1900000010000',
      '10000',
      '%7B%22name%22%3A%22ann%22%7D',
      'arbiter.v1.cancel.retriever.x-7',
      null,
      '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    ]);
    const mac = createHmac('sha256', KEY).update(text).digest('base64url');
    expect(new CallSignatures([KEY]).sign(call, NOW)).toBe(`1 1900000000000 ${mac}`);
  });

  it('holds for a minute of either clock', () => {
    const signatures = new CallSignatures([KEY]);
    const signed = { ...call, headers: [...call.headers, [SIGNATURE_HEADER, [signatures.sign(call, NOW)]] as const] };
    for (const ms of [-60_000, 0, 60_000]) expect(() => signatures.verify(signed, NOW + ms)).not.toThrow();
    for (const ms of [-60_001, 60_001]) expect(() => signatures.verify(signed, NOW + ms)).toThrow('clocks must agree');
  });

  it('needs a key of 32 bytes, and every further one likewise', () => {
    expect(() => new CallSignatures([])).toThrow(RangeError);
    expect(() => new CallSignatures(['x'.repeat(31)])).toThrow(RangeError);
    expect(() => new CallSignatures([KEY, 'x'.repeat(31)])).toThrow(RangeError);
    expect(() => new CallSignatures(['ä'.repeat(16)])).not.toThrow();
  });
});
