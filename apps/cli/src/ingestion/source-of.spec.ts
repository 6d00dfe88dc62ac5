import { describe, expect, it } from '@jest/globals';
import { sourceOf, type SourceOptions } from './source-of.js';

const of = (argument: string, options: Partial<SourceOptions> = {}) =>
  sourceOf(
    argument,
    { branch: null, path: null, site: null, feed: false, include: [], exclude: [], prefer: [], ...options },
    '/srv/ann',
  );

describe('sourceOf', () => {
  it.each(['notes', './a.git', '/srv/docs', 'b:c.md', 'a@b.md'])('takes %s for a path', (argument) => {
    expect(of(argument)).toMatchObject({ kind: 'path', path: expect.stringMatching(/^\//) });
  });

  it('takes the address of a file for its path', () => {
    expect(of('file:///srv/my%20docs')).toEqual({ kind: 'path', path: '/srv/my docs' });
    expect(of('file:///srv/code', { branch: 'v2' })).toMatchObject({ kind: 'git', repository: '/srv/code' });
    expect(() => of('file://elsewhere/srv/docs')).toThrow('no address that can be read');
  });

  it.each(['https://git.example/ann/a.git', 'ssh://git@git.example/a', 'git@git.example:ann/a'])(
    'takes %s for a repository',
    (argument) => {
      expect(of(argument)).toEqual({ kind: 'git', repository: argument });
    },
  );

  it('takes another address for a page, and for a repository where a branch is named', () => {
    expect(of('https://docs.example/a.pdf')).toEqual({ kind: 'url', url: 'https://docs.example/a.pdf' });
    expect(of('https://git.example/a', { branch: 'v2' })).toMatchObject({ kind: 'git', branch: 'v2' });
  });

  it('takes an address for a site where that is said, with its limits and globs', () => {
    const limits = { depth: 2, maxPages: 50, hosts: ['files.example'] };
    const url = 'https://docs.example/guide/';
    expect(of(url, { site: {} })).toEqual({ kind: 'site', url });
    expect(of(url, { site: limits, exclude: ['/guide/old/'] })).toEqual({
      kind: 'site',
      url,
      ...limits,
      exclude: ['/guide/old/'],
    });
  });

  it.each<[string, string, Partial<SourceOptions>]>([
    ['a folder', 'notes', {}],
    ['an address with a password', 'https://ann:secret@docs.example/', {}],
    ['a branch', 'https://docs.example/', { branch: 'v2' }],
  ])('refuses a site with %s', (_what, argument, options) => {
    expect(() => of(argument, { site: {}, ...options })).toThrow(/^(?!.*secret)(?:"|--branch)/);
  });

  it('takes an address for a feed where that is said, and nothing else with it', () => {
    const url = 'https://docs.example/news.atom';
    expect(of(url, { feed: true })).toEqual({ kind: 'feed', url });
    expect(() => of('notes', { feed: true })).toThrow('"notes" is no address of a feed.');
    expect(() => of(url, { feed: true, site: {} })).toThrow('--feed reads all entries');
  });

  it('takes a folder for a repository where a branch or a path inside is named', () => {
    expect(of('code', { branch: 'v2' })).toEqual({ kind: 'git', repository: '/srv/ann/code', branch: 'v2' });
    expect(of('code', { path: 'docs' })).toEqual({ kind: 'git', repository: '/srv/ann/code', path: 'docs' });
  });

  it('passes globs on', () => {
    const globs = { include: ['*.md'], exclude: ['drafts/'] };
    expect(of('notes', globs)).toEqual({ kind: 'path', path: '/srv/ann/notes', ...globs });
    expect(of('git@git.example:a', globs)).toMatchObject(globs);
  });

  it('refuses an address that nobody reads, and does not repeat its password', () => {
    expect(() => of('ftp://docs.example/a')).toThrow('"ftp://docs.example/a" is no address that can be read');
    expect(() => of('https://ann:secret@git.example/a.git')).toThrow(/^"https:\/\/git.example\/a.git"/);
  });
});
