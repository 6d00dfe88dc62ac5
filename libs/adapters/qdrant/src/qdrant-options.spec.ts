import { describe, expect, it } from '@jest/globals';
import { parseServerUrl, settingsOf } from './qdrant-options.js';

describe('the address of a server', () => {
  it.each([
    ['http://localhost', 'localhost', 6333, ''],
    ['http://localhost:6333/', 'localhost', 6333, ''],
    ['https://qdrant.example.org:443', 'qdrant.example.org', 443, ''],
    ['http://qdrant.example.org:80/', 'qdrant.example.org', 80, ''],
    ['https://proxy.example.org:8443/stores/qdrant/', 'proxy.example.org', 8443, '/stores/qdrant'],
    ['http://[::1]:16333', '[::1]', 16333, ''],
  ])('%s is read with its port and path', (url, host, port, path) => {
    expect(parseServerUrl(url)).toMatchObject({ host, port, path, https: url.startsWith('https') });
  });

  it.each(['', 'localhost:6333', 'ftp://localhost', 'http://', 'http://user:secret@localhost'])(
    'is refused as %p, by the name of its variable and without repeating it',
    (url) => {
      expect(() => parseServerUrl(url)).toThrow(
        expect.objectContaining({
          code: 'INVALID_REQUEST',
          details: { setting: 'QDRANT_URL' },
          message: expect.not.stringContaining('secret'),
        }),
      );
    },
  );
});

describe('the prefix of collections', () => {
  it.each(['', 'a.b', 'a/b', 'a~b', 'ä', 'x'.repeat(65)])('is refused as %p', (prefix) => {
    expect(() => settingsOf({ url: 'http://localhost', prefix })).toThrow(
      expect.objectContaining({ code: 'INVALID_REQUEST', details: { setting: 'QDRANT_COLLECTION' } }),
    );
  });

  it('is that of the published default when none is given', () => {
    expect(settingsOf({ url: 'http://localhost' }).prefix).toBe('knowledge_base');
  });
});
