import { describe, expect, it } from '@jest/globals';
import { clientOf } from './addresses.js';

describe('whom an address is counted for', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['::1', '::1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['unix:', 'unknown'],
    ['', 'unknown'],
  ])('%s is %s', (address, client) => {
    expect(clientOf(address)).toBe(client);
  });

  it('is nobody in particular where a socket has no address any more', () => {
    expect(clientOf(undefined)).toBe('unknown');
  });
});
