import { describe, expect, it } from '@jest/globals';
import { parseServers } from './nats.link.js';

describe('parseServers', () => {
  it.each([
    ['nats://127.0.0.1:4222', ['127.0.0.1:4222'], undefined],
    ['broker', ['broker:4222'], undefined],
    ['nats://a:1, nats://b:2', ['a:1', 'b:2'], undefined],
    ['nats://[::1]:4222', ['[::1]:4222'], undefined],
    ['nats://u:p%40ss@broker:1', ['broker:1'], { user: 'u', pass: 'p@ss' }],
    ['nats://secret@broker:1', ['broker:1'], { token: 'secret' }],
  ])('reads %p', (text, servers, credentials) => {
    expect(parseServers(text)).toMatchObject({ servers, secure: false });
    expect(parseServers(text).credentials).toEqual(credentials);
  });

  it('shows the servers without what is secret', () => {
    expect(parseServers('nats://u:hunter2@a:1,tls://b').display).toBe('nats://a:1,tls://b:4222');
  });

  it('insists on TLS where the URL does', () => {
    expect(parseServers('tls://broker').secure).toBe(true);
  });

  it.each(['', 'http://a', 'nats://u:hunter2@', 'nats://a:port'])('refuses %p and repeats nothing of it', (text) => {
    expect(() => parseServers(text)).toThrow('A NATS URL has the form nats://[user:password@]host:port.');
  });
});
