import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cacheFolder, GreenKeys } from './green-keys.js';

describe('the folder of the cache', () => {
  it.each([
    [{ ARBITER_CI_CACHE: '/a', XDG_CACHE_HOME: '/b' }, '/a'],
    [{ XDG_CACHE_HOME: '/b' }, '/b/arbiter-ci'],
    [{ ARBITER_CI_CACHE: '' }, join(homedir(), '.cache/arbiter-ci')],
    [{ ARBITER_CI_CACHE: 'off', XDG_CACHE_HOME: '/b' }, undefined],
  ])('with %j is %s', (env, folder) => {
    expect(cacheFolder(env)).toBe(folder);
  });
});

describe('keys that were green', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'arbiter-green-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are known to later runs of the same step', () => {
    new GreenKeys(folder, 'lint').add(['one', 'two']);
    const later = new GreenKeys(folder, 'lint');
    expect(['one', 'two', 'three'].map((key) => later.has(key))).toEqual([true, true, false]);
    expect(new GreenKeys(folder, 'test').has('one')).toBe(false);
  });

  it('are forgotten when many others have been used since', () => {
    const sut = new GreenKeys(folder, 'lint', 2);
    sut.add(['one', 'two']);
    const longAgo = new Date(0);
    for (const key of ['one', 'two']) utimesSync(join(folder, 'green/lint', key), longAgo, longAgo);
    expect(sut.has('one')).toBe(true);
    sut.add(['three']);
    expect(['one', 'two', 'three'].map((key) => sut.has(key))).toEqual([true, false, true]);
  });

  it('are none without a cache', () => {
    const sut = new GreenKeys(undefined, 'lint');
    sut.add(['one']);
    expect(sut.has('one')).toBe(false);
  });

  it('cannot be kept in a folder that is a file', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(() => {
      new GreenKeys(file, 'lint').add(['one']);
    }).toThrow(/ENOTDIR|EEXIST/);
    expect(new GreenKeys(file, 'lint').has('one')).toBe(false);
  });
});
