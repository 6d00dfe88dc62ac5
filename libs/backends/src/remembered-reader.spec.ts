import type { Reader, ReadingTask } from '@arbiter/ports';
import { describe, expect, it } from '@jest/globals';
import { RememberedReader } from './open-reader.js';

const { signal } = new AbortController();

/** Says of every passage how long it is, and remembers what it was asked. */
function countingReader(asked: string[]): Reader {
  return {
    model: 'counting',
    read: (tasks) => {
      asked.push(...tasks.map(({ passage }) => passage));
      return Promise.resolve(
        tasks.map(({ passage }) => ({
          spans: [{ start: 0, end: passage.length, score: passage.length }],
          verdict: { none: 0, span: 1, yes: 0, no: 0 },
          isCut: false,
        })),
      );
    },
    warmUp: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

const taskOf = (passage: string): ReadingTask => ({ question: 'Who?', headings: '', passage });

describe('RememberedReader', () => {
  it('reads the same passage with the same question once', async () => {
    const asked: string[] = [];
    const sut = new RememberedReader(countingReader(asked), 10);
    await sut.read([taskOf('a'), taskOf('bb')], { signal });
    const again = await sut.read([taskOf('bb'), taskOf('ccc'), taskOf('bb')], { signal });
    expect(asked).toEqual(['a', 'bb', 'ccc']);
    expect(again.map((reading) => reading?.spans[0]?.end)).toEqual([2, 3, 2]);
  });

  it('reads again under other headings, for another question, and for another number of spans', async () => {
    const asked: string[] = [];
    const sut = new RememberedReader(countingReader(asked), 10);
    await sut.read([taskOf('a')], { signal });
    await sut.read([{ ...taskOf('a'), headings: 'A' }], { signal });
    await sut.read([{ ...taskOf('a'), question: 'When?' }], { signal });
    await sut.read([taskOf('a')], { signal, maxSpans: 1 });
    expect(asked).toHaveLength(4);
  });

  it('forgets what was used longest ago', async () => {
    const asked: string[] = [];
    const sut = new RememberedReader(countingReader(asked), 2);
    await sut.read([taskOf('a'), taskOf('bb')], { signal });
    await sut.read([taskOf('a'), taskOf('ccc')], { signal });
    await sut.read([taskOf('a'), taskOf('bb')], { signal });
    expect(asked).toEqual(['a', 'bb', 'ccc', 'bb']);
  });
});
