import { describe, expect, it } from '@jest/globals';
import { clientOf } from './addresses.js';

describe('whom an address is counted for', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:4711', '203.0.113.7'],
    ['[2001:db8:1:2::9]:4711', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
    ['[fe80::1%eth0]:4711', 'fe80:0:0:0::/64'],
    ['[::1]:4711', '::1'],
    ['::1', '::1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['unix:', 'unknown'],
    ['[]:4711', 'unknown'],
    ['[2001:db8::9', 'unknown'],
    ['2001:db8::9]:4711', 'unknown'],
    ['[203.0.113]:4711', 'unknown'],
    ['0x7f.1', 'unknown'],
    ['', 'unknown'],
  ])('%s is %s', (address, client) => {
    expect(clientOf(address)).toBe(client);
  });

  it('is nobody in particular where a socket has no address any more', () => {
    expect(clientOf(undefined)).toBe('unknown');
  });
});
