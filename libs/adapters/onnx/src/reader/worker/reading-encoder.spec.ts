import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { READER_BGE_SMALL } from '@arbiter/models-reader-bge-small';
import type { ReadingTask } from '@arbiter/ports';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { openTokenizer } from '../../worker/read-model-file.mjs';
import { ReadingEncoder } from './reading-encoder.mjs';

interface ReferenceReading extends ReadingTask {
  readonly ids: readonly number[];
  readonly types: readonly number[];
}

const LIMITS = { pieces: 320, questionPieces: 48, headingPieces: 24 };
const inPackage = (name: string): Promise<Buffer> => readFile(join(READER_BGE_SMALL.directory, name));

describe('ReadingEncoder', () => {
  let sut: ReadingEncoder;
  beforeAll(async () => {
    sut = new ReadingEncoder(await openTokenizer(await inPackage('tokenizer.json')), LIMITS);
  });

  it('makes the inputs that the network was trained with', async () => {
    const references = JSON.parse((await inPackage('reference-readings.json')).toString('utf8')) as ReferenceReading[];
    expect(references).toHaveLength(10);
    for (const reference of references) {
      const { ids, lengths, firstLengths } = sut.encode([reference]);
      expect([...ids]).toEqual(reference.ids);
      expect([...lengths]).toEqual([reference.ids.length]);
      expect(reference.types.indexOf(1)).toBe(firstLengths[0]);
    }
  });

  it('puts windows over a passage that overlap by half and end where it ends', () => {
    const passage = 'lantern '.repeat(700).trim();
    const { lengths, firstPieces, tasks, starts, ends, cut } = sut.encode([
      { question: 'a', headings: '', passage: 'storm' },
      { question: 'a', headings: 'b', passage },
    ]);
    expect([...tasks]).toEqual([0, 1, 1, 1, 1]);
    // [CLS] a [SEP] b [SEP] … [SEP]
    expect([...firstPieces]).toEqual([4, 5, 5, 5, 5]);
    expect([...lengths]).toEqual([6, 320, 320, 320, 320]);
    const room = 314;
    const firsts = [0, 1, 2, 3].map((window) => (starts[1 + window * room] ?? 0) / 'lantern '.length);
    expect(firsts).toEqual([0, 157, 314, 386]);
    expect(ends.at(-1)).toBe(passage.length);
    expect([...cut]).toEqual([0, 0]);
  });

  it('refuses a tokeniser that frames no text', () => {
    const bare = { encode: () => ({ ids: [7] }) };
    expect(() => new ReadingEncoder(bare as never, LIMITS)).toThrow('[CLS]');
  });
});
