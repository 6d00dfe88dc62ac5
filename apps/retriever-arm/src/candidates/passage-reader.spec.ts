import { beforeEach, describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import type { KeywordIndex, VectorIndex } from '@arbiter/ports';
import { analyserForLanguage } from '@arbiter/text';
import { COAST, libraryOf, type Library } from '../../test/coast.library.js';
import type { Candidate } from './candidate-pool.js';
import { IndexCalls } from '../calls/index-calls.js';
import { PassageReader } from './passage-reader.js';
import type { SearchIndexes, SearchTarget } from './search-target.js';

const { signal } = new AbortController();
const COAST_TARGET: SearchTarget = {
  collection: 'coast',
  index: 'coast',
  language: 'en',
  analyser: analyserForLanguage('en'),
};
const candidateOf = (id: string, scores: Candidate['scores']): Candidate => ({
  id,
  target: COAST_TARGET,
  scores,
  ranks: {},
});
const CANDIDATES = [candidateOf('law#0', { vector: 0.9 }), candidateOf('light#1', { keyword: 3 })];
const gone = {
  chunks: () => Promise.reject(new ArbiterError('UNAVAILABLE', 'The store has gone away.')),
} as unknown as VectorIndex & KeywordIndex;

describe('PassageReader', () => {
  let library: Library;
  let calls: IndexCalls;
  beforeEach(async () => {
    library = await libraryOf({ coast: COAST });
    calls = new IndexCalls(1_000, signal);
  });
  const textsWith = async (indexes: Partial<SearchIndexes>): Promise<string[]> =>
    (await new PassageReader({ ...library, ...indexes }).read(CANDIDATES, calls)).map(({ chunk }) => chunk.text);
  const texts = [COAST[3]?.text, COAST[1]?.text];

  it('reads passages in the order in which they were found', async () => {
    expect(await textsWith({})).toEqual(texts);
  });

  it.each(['vectorIndex', 'keywordIndex'] as const)('reads from the other one when the %s is gone', async (name) => {
    expect(await textsWith({ [name]: gone })).toEqual(texts);
  });

  it('tells which index did not answer', async () => {
    await textsWith({ vectorIndex: gone });
    expect(calls.failures).toMatchObject([{ leg: 'vector', collection: 'coast', error: { code: 'UNAVAILABLE' } }]);
  });

  it('reads from the other index what the first one lacks', async () => {
    await library.vectorIndex.deleteDocuments('coast', ['law'], signal);
    expect(await textsWith({})).toEqual(texts);
  });

  it('leaves out what was removed from both', async () => {
    await library.vectorIndex.deleteDocuments('coast', ['law'], signal);
    await library.keywordIndex.deleteDocuments('coast', ['law'], signal);
    expect(await textsWith({})).toEqual([COAST[1]?.text]);
  });

  it('fails when neither answers', async () => {
    await expect(textsWith({ vectorIndex: gone, keywordIndex: gone })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
