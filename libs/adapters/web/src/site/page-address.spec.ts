import { describe, expect, it } from '@jest/globals';
import { addressKey, looksEndless, normaliseAddress } from './page-address.js';

const of = (href: string) => normaliseAddress(href, 'https://docs.example/guide/a')?.href ?? null;
const keyOf = (href: string) => addressKey(new URL(href));

describe('normaliseAddress', () => {
  it.each([
    ['b#top', 'https://docs.example/guide/b'],
    [' ../c?b=2&a=1 ', 'https://docs.example/c?a=1&b=2'],
    ['?utm_source=x&page=2&fbclid=y', 'https://docs.example/guide/a?page=2'],
    ['/a;jsessionid=0123456789ABCDEF', 'https://docs.example/a'],
    ['/a?sid=0123456789abcdef0123&x=1', 'https://docs.example/a?x=1'],
    ['/a?sid=42', 'https://docs.example/a?sid=42'],
    ['/a?page', 'https://docs.example/a?page'],
    ['/a?', 'https://docs.example/a'],
  ])('takes %s for %s', (href, address) => {
    expect(of(href)).toBe(address);
  });

  it.each([
    'mailto:a@b.example',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://ann:pw@docs.example/',
    'http://',
  ])('takes %s for no address', (href) => {
    expect(of(href)).toBeNull();
  });
});

describe('addressKey', () => {
  it('is the same for spellings of one page, and another for another page', () => {
    const same = [
      'https://docs.example/a',
      'http://www.docs.example/a/',
      'http://docs.example//a',
      'https://docs.example/a/index.html',
    ];
    expect(new Set(same.map(keyOf)).size).toBe(1);
    const others = [
      'https://docs.example/A',
      'https://docs.example/a?x',
      'https://docs.example:8443/a',
      'https://docs.example/',
    ];
    expect(new Set([...others, ...same].map(keyOf)).size).toBe(5);
  });
});

describe('looksEndless', () => {
  it.each([
    '/a/b/a/b/a/b/a/b',
    `/${'a1/b2/'.repeat(4)}`,
    `/${'x'.repeat(2_048)}`,
    `/${[...Array(21).keys()].join('/')}`,
  ])('tells %s', (path) => {
    expect(looksEndless(new URL(path, 'https://docs.example'))).toBe(true);
  });

  it.each(['/', '/2024/01/01/news', '/en/docs/v2/en/guide/en/a.html'])('takes %s as it is', (path) => {
    expect(looksEndless(new URL(path, 'https://docs.example'))).toBe(false);
  });
});
