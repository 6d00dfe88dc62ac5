import { describe, expect, it } from '@jest/globals';
import type { FoundItem, SourceItem } from '@arbiter/ports';
import { restrictItems, versionWithin } from './restrict-items.js';

const { signal } = new AbortController();
const item = {
  source: 'a.md',
  origin: '/o',
  location: '/o/a.md',
  size: 1,
  version: 'v1',
  read: () => Promise.resolve(new Uint8Array()),
};

async function* found(...items: FoundItem[]): AsyncGenerator<FoundItem> {
  yield* await Promise.resolve(items);
}

async function restricted(groups: string[] | undefined, one: FoundItem = item): Promise<SourceItem> {
  for await (const each of restrictItems(found(one), { groups })) return each as SourceItem;
  throw new Error('nothing was listed');
}

describe('a source that names groups', () => {
  it('gives them to each document, before what the document says itself', async () => {
    const given = { title: 'A', metadata: { access_groups: ['all'], year: 1 } };
    expect(await restricted(['crew'], { ...item, given })).toMatchObject({
      given: { title: 'A', metadata: { access_groups: ['crew'], year: 1 } },
    });
    expect(await restricted(undefined, { ...item, given })).toMatchObject({ version: 'v1', given });
    const skipped = { skipped: { source: 'b', reason: 'too large' } };
    expect(await restricted(['crew'], skipped)).toEqual(skipped);
  });

  it('makes another version of a document with each other set of groups, and the same with the same', async () => {
    const versions = [undefined, ['crew'], ['board'], ['crew', 'board']].map(
      async (groups) => (await restricted(groups)).version,
    );
    expect(new Set(await Promise.all(versions)).size).toBe(4);
    expect((await restricted(['board', 'crew'])).version).toBe((await restricted(['crew', 'board'])).version);
  });

  it.each([
    [['crew'], ['crew'], 'v1'],
    [['crew'], ['board'], null],
    [['crew'], undefined, null],
    [undefined, ['crew'], null],
    [undefined, undefined, 'v1'],
  ])('a version stored with %j is told to a loader with %j as %j', async (then, now, expected) => {
    const { version = null } = await restricted(then);
    expect(await versionWithin({ groups: now }, () => Promise.resolve(version))('/o/a.md', signal)).toBe(expected);
  });
});

describe('a source that prefers paths', () => {
  const sources = {
    none: {},
    other: { prefer: ['/b/'] },
    own: { prefer: ['*.md'] },
    both: { prefer: ['*.md'], groups: ['crew'] },
  };
  const listed = async (source: keyof typeof sources): Promise<SourceItem> => {
    for await (const each of restrictItems(found(item), sources[source])) return each as SourceItem;
    throw new Error('nothing was listed');
  };

  it('marks the documents there and no others', async () => {
    expect((await listed('own')).given).toEqual({ title: null, metadata: { preferred_source: true } });
    expect(await listed('other')).toEqual(item);
    expect((await listed('both')).given?.metadata).toEqual({ preferred_source: true, access_groups: ['crew'] });
  });

  it.each([
    ['none', 'other', 'v1'],
    ['none', 'own', null],
    ['own', 'none', null],
    ['own', 'own', 'v1'],
    ['own', 'both', null],
    ['both', 'own', null],
    ['both', 'both', 'v1'],
  ] as const)('a version stored with %s is told to a loader with %s as %j', async (then, now, expected) => {
    const { version = null } = await listed(then);
    expect(await versionWithin(sources[now], () => Promise.resolve(version))('/o/a.md', signal)).toBe(expected);
  });
});
