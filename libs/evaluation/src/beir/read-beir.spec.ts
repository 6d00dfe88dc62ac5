import { ArbiterError } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CorpusReader, readCandidates, readJudgements, type CorpusPassage } from './read-beir.js';

async function* cut(text: string, length: number): AsyncGenerator<string> {
  for (let from = 0; from < text.length; from += length) yield await Promise.resolve(text.slice(from, from + length));
}

async function readAll(reader: CorpusReader): Promise<CorpusPassage[]> {
  const passages: CorpusPassage[] = [];
  for await (const passage of reader) passages.push(passage);
  return passages;
}

const corpus = (text: string, length = 7): CorpusReader => new CorpusReader(cut(text, length), 'corpus.jsonl');

const placeOf = async (failing: () => unknown): Promise<unknown> => {
  try {
    await failing();
  } catch (thrown) {
    if (thrown instanceof ArbiterError) return [thrown.code, thrown.message.split(': ')[0], thrown.details.line];
  }
  throw new TypeError('nothing of the kind was thrown');
};

describe('CorpusReader', () => {
  const mixed = [
    '\uFEFF{"_id": "a", "title": "One", "text": "First.", "metadata": {"url": "x"}}\r',
    '',
    '{"_id": 7, "text": "No title, a number for an id."}',
    '{"_id": "b", "title": null, "text": "Line\u2028separator"}',
    '{"_id": "a", "title": "Again", "text": "Second."}',
    '{"_id": "c", "title": " ", "text": ""}',
    '{"_id": "d", "title": "Only a title"}',
  ].join('\n');

  it('gives passages out in order, ignores unknown fields, and counts what it leaves out', async () => {
    const reader = corpus(mixed);
    expect(await readAll(reader)).toEqual([
      { id: 'a', title: 'One', text: 'First.' },
      { id: '7', title: '', text: 'No title, a number for an id.' },
      { id: 'b', title: '', text: 'Line\u2028separator' },
      { id: 'd', title: 'Only a title', text: '' },
    ]);
    expect(reader.counts).toEqual({ passages: 4, duplicates: 1, empty: 1 });
    expect(['a', '7', 'c', 'x'].map((id) => reader.has(id))).toEqual([true, true, false, false]);
  });

  it('reads the same however the text is cut', async () => {
    const whole = await readAll(corpus(mixed, mixed.length));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 90 }), async (length) => {
        expect(await readAll(corpus(mixed, length))).toEqual(whole);
      }),
    );
  });

  it.each([
    ['is not JSON', '{"_id": "b"'],
    ['has no id', '{"text": "x"}'],
    ['has a text that is none', '{"_id": "b", "text": ["x"]}'],
  ])('names file and line of a line that %s', async (_, broken) => {
    const reader = corpus(`{"_id": "a", "text": "x"}\n\n${broken}\n`);
    expect(await placeOf(() => readAll(reader))).toEqual(['INVALID_REQUEST', 'corpus.jsonl:3', 3]);
    expect(reader.counts.passages).toBe(1);
  });
});

describe('readJudgements', () => {
  it('reads grades by query, with or without its header, past a byte order mark and carriage returns', () => {
    const rows = 'q1\ta\t2\r\nq1\tb\t0\r\n\r\nq2\ta\t1\tmore';
    const expected = new Map([
      ['q1', new Map(Object.entries({ a: 2, b: 0 }))],
      ['q2', new Map([['a', 1]])],
    ]);
    expect(readJudgements(`\uFEFFquery-id\tcorpus-id\tscore\r\n${rows}`, 'test.tsv')).toEqual(expected);
    expect(readJudgements(rows, 'test.tsv')).toEqual(expected);
  });

  it('takes the last score of a pair that is judged twice', () => {
    expect(readJudgements('q\ta\t1\nq\ta\t0', 'test.tsv').get('q')?.get('a')).toBe(0);
  });

  it.each(['q2\ta', 'q2 a 1', '\ta\t1', 'q2\ta\t', 'q2\ta\thigh'])('names file and line of %p', async (broken) => {
    expect(await placeOf(() => readJudgements(`query-id\tcorpus-id\tscore\nq\ta\t1\n${broken}`, 'test.tsv'))).toEqual([
      'INVALID_REQUEST',
      'test.tsv:3',
      3,
    ]);
  });
});

describe('readCandidates', () => {
  it('lists passages by query, each once', () => {
    expect(readCandidates('query-id\tcorpus-id\nq1\ta\nq1\tb\t0.3\nq1\ta\nq2\tc\n', 'candidates.tsv')).toEqual(
      new Map([
        ['q1', ['a', 'b']],
        ['q2', ['c']],
      ]),
    );
  });

  it('names file and line of a line without two ids', async () => {
    expect(await placeOf(() => readCandidates('q1\ta\nq1\n', 'candidates.tsv'))).toEqual([
      'INVALID_REQUEST',
      'candidates.tsv:2',
      2,
    ]);
  });
});
