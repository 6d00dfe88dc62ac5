import { describe, expect, it } from '@jest/globals';
import { BatchQueue } from './batch-queue.js';

const lengths = (batch: readonly { length: number }[]): number[] => batch.map(({ length }) => length);
const texts = (...of: number[]): { length: number }[] => of.map((length) => ({ length }));

describe('BatchQueue', () => {
  it('of nothing gives an empty batch', () => {
    expect(new BatchQueue(100).take()).toEqual([]);
  });

  it('fills a batch up to its tokens, padding included', () => {
    const sut = new BatchQueue(100);
    sut.add('document', texts(30, 30, 30, 30));
    expect(lengths(sut.take())).toEqual([30, 30, 30]);
    expect(lengths(sut.take())).toEqual([30]);
    expect(sut.take()).toEqual([]);
  });

  it('puts texts of like length together', () => {
    const sut = new BatchQueue(100);
    sut.add('document', texts(5, 50, 5, 50, 5));
    expect(lengths(sut.take())).toEqual([50, 50]);
    expect(lengths(sut.take())).toEqual([5, 5, 5]);
  });

  it('gives a text that is longer than a batch a batch of its own', () => {
    const sut = new BatchQueue(10);
    sut.add('document', texts(50, 2));
    expect(lengths(sut.take())).toEqual([50]);
    expect(lengths(sut.take())).toEqual([2]);
  });

  it('takes queries before documents that came earlier, and never both together', () => {
    const sut = new BatchQueue(100);
    sut.add('document', texts(10));
    sut.add('query', texts(4));
    sut.add('query', texts(6));
    expect(lengths(sut.take())).toEqual([4, 6]);
    expect(lengths(sut.take())).toEqual([10]);
  });

  it('takes documents that somebody waits for between queries and other documents', () => {
    const sut = new BatchQueue(100);
    sut.add('document', texts(10));
    sut.add('urgent', texts(5, 6));
    sut.add('query', texts(4));
    expect(lengths(sut.take())).toEqual([4]);
    expect(lengths(sut.take())).toEqual([6, 5]);
    sut.add('urgent', texts(7));
    sut.keep(({ length }) => length !== 7);
    expect(lengths(sut.take())).toEqual([10]);
  });

  it('takes calls in the order in which they came', () => {
    const sut = new BatchQueue(20);
    sut.add('document', texts(5, 5));
    sut.add('document', texts(20));
    expect(lengths(sut.take())).toEqual([5, 5]);
    expect(lengths(sut.take())).toEqual([20]);
  });

  it('takes with the query that has waited longest those of like length', () => {
    const sut = new BatchQueue(100);
    for (const length of [10, 60, 12, 55, 9]) sut.add('query', texts(length));
    expect(lengths(sut.take())).toEqual([10, 9, 12]);
    // Both together would be more than a batch holds.
    expect(lengths(sut.take())).toEqual([60]);
    expect(lengths(sut.take())).toEqual([55]);
  });

  it('leaves a query to the next batch when its padding costs more than a run of its own', () => {
    const sut = new BatchQueue(1_000);
    for (const length of [10, 26, 27]) sut.add('query', texts(length));
    expect(lengths(sut.take())).toEqual([10]);
    expect(lengths(sut.take())).toEqual([26, 27]);
  });

  it('lets another call pass a long one that has had its turn', () => {
    const [long, first, second] = [{}, {}, {}];
    const sut = new BatchQueue(100);
    const ofCall = (call: object, ...of: number[]): { length: number; call: object }[] =>
      texts(...of).map((text) => ({ ...text, call }));
    sut.add('query', ofCall(long, 90, 90, 90));
    expect(lengths(sut.take())).toEqual([90]);
    sut.add('query', ofCall(first, 8));
    sut.add('query', ofCall(second, 7));
    expect(lengths(sut.take())).toEqual([8, 7]);
    sut.add('query', ofCall(first, 8));
    expect(lengths(sut.take())).toEqual([90]);
    expect(lengths(sut.take())).toEqual([8]);
    expect(lengths(sut.take())).toEqual([90]);
  });

  it('forgets the texts that are not kept', () => {
    const sut = new BatchQueue(100);
    sut.add('query', texts(1, 2));
    sut.add('document', texts(3, 4));
    sut.keep(({ length }) => length % 2 === 0);
    expect(lengths(sut.take())).toEqual([2]);
    expect(lengths(sut.take())).toEqual([4]);
  });
});
