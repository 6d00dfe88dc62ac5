import { describe, expect, it } from '@jest/globals';
import { isConnectionFailure, vendorError, type VendorFailure } from './vendor-error.js';

const NOW = Date.UTC(2026, 0, 1);
const failure = (status: number, more: Partial<VendorFailure> = {}): VendorFailure => ({
  vendor: 'Vendor',
  status,
  message: 'the key sk-secret is odd',
  keySetting: 'VENDOR_API_KEY',
  modelRemedy: 'Run: get the-model',
  ...more,
});

describe('vendorError', () => {
  it.each([
    [400, 'INVALID_REQUEST'],
    [413, 'INVALID_REQUEST'],
    [422, 'INVALID_REQUEST'],
    [401, 'UNAUTHENTICATED'],
    [402, 'FORBIDDEN'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [408, 'UNAVAILABLE'],
    [409, 'UNAVAILABLE'],
    [429, 'RATE_LIMITED'],
    [500, 'UNAVAILABLE'],
    [502, 'UNAVAILABLE'],
    [503, 'OVERLOADED'],
    [504, 'UNAVAILABLE'],
    [529, 'OVERLOADED'],
  ])('of status %d is %s', (status, code) => {
    expect(vendorError(failure(status), NOW)).toMatchObject({ code, details: { vendor: 'Vendor', status } });
  });

  it('names the setting of a wrong key, and repeats nothing that the vendor says about the key', () => {
    for (const status of [401, 402, 403]) {
      const { message, details, cause } = vendorError(failure(status, { cause: new Error('sk-secret') }), NOW);
      expect(cause).toBeUndefined();
      expect(message).toContain('VENDOR_API_KEY');
      expect(message + JSON.stringify(details)).not.toContain('secret');
    }
  });

  it('says how to get a model that is not there', () => {
    expect(vendorError(failure(404), NOW).message).toBe('Run: get the-model');
  });

  it('says when to come back, where the vendor does', () => {
    const soon = vendorError(failure(429, { retryAfter: '1.5' }), NOW);
    expect([soon.details.retryAfterMs, soon.message]).toEqual([1_500, expect.stringContaining('in 2 s')]);
    expect(vendorError(failure(529), NOW).details.retryAfterMs).toBeNull();
  });

  it('repeats what the vendor says about the request, but not a page of it', () => {
    const { message } = vendorError(failure(400, { message: `too long: ${'x'.repeat(9_000)}` }), NOW);
    expect(message).toContain('too long: xxx');
    expect(message.length).toBeLessThan(400);
  });
});

describe('isConnectionFailure', () => {
  it('recognises what fetch throws when nobody listens', async () => {
    const thrown = await fetch('http://127.0.0.1:1/').catch((error: unknown) => error);
    expect(isConnectionFailure(thrown)).toBe(true);
  });

  it.each([new TypeError('a bug'), new Error('other', { cause: 'x' }), 'text', null])('is not so for %p', (thrown) => {
    expect(isConnectionFailure(thrown)).toBe(false);
  });
});
