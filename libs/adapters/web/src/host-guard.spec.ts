import { describe, expect, it } from '@jest/globals';
import { HostGuard } from './host-guard.js';

const live = new AbortController().signal;
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'docs.example': ['93.184.216.34', '2606:2800:220:1::1'],
  'inside.example': ['10.0.0.7'],
  'mixed.example': ['93.184.216.34', '127.0.0.1'],
};
const sut = (privateHosts: readonly string[] = []) =>
  new HostGuard(privateHosts, (name) => {
    const found = ADDRESSES[name];
    if (!found) return Promise.reject(new Error('ENOTFOUND'));
    return Promise.resolve(found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  });
const ask = (name: string, privateHosts?: readonly string[], port = 443) =>
  sut(privateHosts).addressesOf({ name, port }, live);

describe('HostGuard', () => {
  it('gives the addresses of a public host', async () => {
    expect(await ask('docs.example')).toEqual(ADDRESSES['docs.example']);
    expect(await ask('93.184.216.34')).toEqual(['93.184.216.34']);
  });

  it.each([
    'inside.example',
    'mixed.example',
    '127.0.0.1',
    '[::1]',
    '169.254.169.254',
    '[::ffff:10.0.0.1]',
    '[::7f00:1]',
    '168.63.129.16',
  ])('refuses %s', async (name) => {
    await expect(ask(name)).rejects.toMatchObject({ code: 'FORBIDDEN', details: { host: name } });
  });

  it.each([
    ['by its name', 'inside.example', ['inside.example']],
    ['by its name and port', 'inside.example', ['INSIDE.example:443']],
    ['with all below a name', 'inside.example', ['*.example']],
    ['by its address', '127.0.0.1', ['127.0.0.1']],
  ])('lets in a private host that is named %s', async (_how, name, privateHosts) => {
    expect(await ask(name, privateHosts)).not.toEqual([]);
  });

  it.each([
    ['another port', 'inside.example', ['inside.example:8080']],
    ['another host', 'inside.example', ['side.example']],
    ['nobody', 'inside.example', ['', '*']],
  ])('refuses a private host where %s is named', async (_what, name, privateHosts) => {
    await expect(ask(name, privateHosts)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('says when there is no such host', async () => {
    await expect(ask('none.example')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
