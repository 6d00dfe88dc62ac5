import { describe, expect, it } from '@jest/globals';
import { isAllowedHost } from './guarded-web.client.js';

describe('isAllowedHost', () => {
  it.each([
    ['https://example.org/a', 'example.org', true],
    ['https://EXAMPLE.org/a', 'Example.Org', true],
    ['http://example.org/', 'example.org', true],
    ['https://www.example.org/', 'example.org', false],
    ['https://www.example.org/', '*.example.org', true],
    ['https://example.org/', '*.example.org', false],
    ['https://badexample.org/', '*.example.org', false],
    ['https://example.org.evil.net/', 'example.org', false],
    ['https://example.org:8443/', 'example.org', false],
    ['https://example.org:8443/', 'example.org:8443', true],
    ['https://example.org/', 'example.org:8443', false],
    ['http://example.org:443/', 'example.org', false],
    ['https://example.org/', '', false],
    ['https://example.org/', '*', false],
  ])('%s with %p on the list: %p', (url, entry, expected) => {
    expect(isAllowedHost(new URL(url), [entry])).toBe(expected);
  });
});
