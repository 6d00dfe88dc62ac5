import { describe, expect, it } from '@jest/globals';
import { isPublicAddress } from './host-guard.js';

describe('isPublicAddress', () => {
  it.each(['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946', '::ffff:93.184.216.34'])('takes %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    '192.0.2.1',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::1',
    '::127.0.0.1',
    '::7f00:1',
    '::a9fe:a9fe',
    '::ffff:0:a9fe:a9fe',
    '64:ff9b:1::a9fe:a9fe',
    '2001:0:a9fe:a9fe::1',
    '2001:db8::1',
    '3fff::1',
    '5f00::1',
    '100::1',
    'fec0::1',
    'fd00:ec2::254',
    '::ffff:168.63.129.16',
    '168.63.129.16',
    '198.18.0.1',
    '192.0.0.192',
    '100.100.100.200',
    '0x7f.1',
    '2130706433',
    '017700000001',
    'example.org',
    '',
  ])('refuses %p', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
