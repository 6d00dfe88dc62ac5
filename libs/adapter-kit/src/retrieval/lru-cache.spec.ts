import { describe, expect, it } from '@jest/globals';
import { LruCache } from './lru-cache.js';

describe('LruCache', () => {
  it('drops what was used longest ago when it is full', () => {
    const sut = new LruCache<number>(30);
    sut.set('a', 1, 10);
    sut.set('b', 2, 10);
    sut.set('c', 3, 10);
    sut.get('a');
    sut.set('d', 4, 10);
    expect(['a', 'b', 'c', 'd'].map((key) => sut.get(key))).toEqual([1, undefined, 3, 4]);
    expect(sut.bytes).toBe(30);
  });

  it('drops as many as a large value needs', () => {
    const sut = new LruCache<number>(30);
    for (const key of ['a', 'b', 'c']) sut.set(key, 0, 10);
    sut.set('large', 1, 25);
    expect(['a', 'b', 'c', 'large'].map((key) => sut.get(key))).toEqual([undefined, undefined, undefined, 1]);
  });

  it('drops what was used longest ago when there are too many', () => {
    const cache = new LruCache<number>(100, 2);
    for (const [index, key] of ['a', 'b', 'c'].entries()) cache.set(key, index, 1);
    expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([undefined, 1, 2]);
  });

  it('keeps nothing that is larger than itself, and everything else for it', () => {
    const sut = new LruCache<number>(30);
    sut.set('a', 1, 10);
    sut.set('huge', 2, 31);
    expect([sut.get('a'), sut.get('huge')]).toEqual([1, undefined]);
  });

  it('counts the bytes of a value that is replaced once', () => {
    const sut = new LruCache<number>(30);
    sut.set('a', 1, 20);
    sut.set('a', 2, 5);
    expect([sut.get('a'), sut.bytes]).toEqual([2, 5]);
  });
});
