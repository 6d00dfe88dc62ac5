import { describe, expect, it } from '@jest/globals';
import { formatRemoteRepository, parseRemoteRepository, RepositoryAddress } from './ingestion-source.js';

describe('parseRemoteRepository', () => {
  it.each([
    ['https://git.example/ann/a.git', { scheme: 'https', user: null, host: 'git.example', port: 443 }],
    ['HTTP://Git.Example:80/a%20b', { scheme: 'http', host: 'git.example', port: 80, path: '/a%20b' }],
    ['http://93.184.216.34:8080/a', { host: '93.184.216.34', port: 8080 }],
    ['ssh://git@git.example:2222/~ann/a', { scheme: 'ssh', user: 'git', port: 2222, path: '/~ann/a' }],
    ['ssh://[2606:2800::1]/a', { host: '[2606:2800::1]', port: 22 }],
    ['git@git.example:ann/a.git', { scheme: 'ssh', user: 'git', host: 'git.example', port: 22, path: 'ann/a.git' }],
    ['git@git.example:/srv/a', { path: '/srv/a' }],
  ])('reads %s', (address, parts) => {
    const parsed = parseRemoteRepository(address);
    expect(parsed).toMatchObject(parts);
    expect(parseRemoteRepository(formatRemoteRepository(parsed!))).toEqual(parsed);
  });

  // Addresses whose host the host guard and git or curl read differently.
  it.each([
    ['a backslash ends the authority for browsers only', 'http://1.1.1.1\\@127.0.0.1:4490/x.git'],
    ['git decodes before it splits', 'ssh://127.0.0.1%3A4491%2Fx@8.8.8.8/y.git'],
    ['a user that holds a host', 'ssh://127.0.0.1:22@8.8.8.8/y.git'],
    ['two users', 'ssh://a@127.0.0.1@8.8.8.8/y.git'],
    ['a user of the web', 'https://ann@git.example/a.git'],
    ['a password', 'ssh://ann:secret@git.example/a.git'],
    ['a host in octal', 'ssh://0177.0.0.1/a.git'],
    ['a host in hexadecimal', 'http://0x7f.1/a.git'],
    ['a host as one number', 'http://2130706433/a.git'],
    ['a host as one number, in the short form', 'git@2130706433:a.git'],
    ['a host in full-width digits', 'http://１２７.0.0.1/a.git'],
    ['a host with an escape', 'http://127%2e0.0.1/a.git'],
    ['a host with a dot at its end', 'http://git.example./a.git'],
    ['a host that is an option', 'git@-oProxyCommand=x:a.git'],
    ['a host that is an option of ssh', 'ssh://-oProxyCommand=x/a.git'],
    ['a path that is an option', 'git@git.example:--upload-pack=x'],
    ['a long form of an IPv6 address', 'http://[0:0:0:0:0:0:0:1]/a.git'],
    ['an IPv6 address with an IPv4 address in it', 'http://[::127.0.0.1]/a.git'],
    ['a way up', 'https://git.example/a/../b.git'],
    ['an escaped line', 'ssh://git.example/a%0ab'],
    ['a query', 'https://git.example/a?x=@127.0.0.1'],
    ['a fragment', 'https://git.example/a#@127.0.0.1'],
    ['no path', 'https://git.example'],
    ['port 0', 'https://git.example:0/a'],
    ['another protocol', 'ext::sh -c whoami'],
    ['a protocol of plugins', 'git+ssh://git.example/a'],
  ])('refuses %s', (_why, address) => {
    expect(parseRemoteRepository(address)).toBeNull();
    expect(RepositoryAddress.safeParse(address).success).toBe(false);
  });
});
