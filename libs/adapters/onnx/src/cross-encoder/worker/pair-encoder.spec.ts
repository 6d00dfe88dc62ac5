import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BGE_SMALL_EN_V1_5 } from '@arbiter/models-bge-small-en-v1.5';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { openTokenizer } from '../../worker/read-model-file.mjs';
import { PairEncoder } from './pair-encoder.mjs';

const QUERY = 'Who lit the lantern, and when?';
const PASSAGE = 'The keeper’s itinerary — 灯台 — was kept in the café until 1901.';

/** What of the tokeniser is the reference. */
interface ReferenceTokenizer {
  encode(text: string, options?: { readonly text_pair: string }): { readonly ids: readonly number[] };
}

describe('PairEncoder with the vocabulary of BERT', () => {
  let tokenizer: ReferenceTokenizer;
  let sut: PairEncoder;
  beforeAll(async () => {
    const file = await readFile(join(BGE_SMALL_EN_V1_5.directory, 'tokenizer.json'));
    tokenizer = (await openTokenizer(file)) as ReferenceTokenizer;
    sut = new PairEncoder(tokenizer, 512);
  });

  it.each([
    [QUERY, PASSAGE],
    [PASSAGE, QUERY],
    [QUERY, ' '],
    ['😀', '!?'],
  ])('joins %j and %j as the tokeniser does', (query, passage) => {
    const reference = tokenizer.encode(query, { text_pair: passage });
    const { ids, lengths } = sut.encode(query, [passage]);
    expect([...ids]).toEqual(reference.ids);
    expect([...lengths]).toEqual([reference.ids.length]);
  });

  it('says where the passage begins', () => {
    const { ids, lengths, firstLengths } = sut.encode(QUERY, [PASSAGE, '']);
    const ofQuery = tokenizer.encode(QUERY).ids;
    expect([...firstLengths]).toEqual([ofQuery.length, ofQuery.length]);
    expect([...ids.subarray(lengths[0])]).toEqual([...ofQuery, ofQuery.at(-1)]);
  });

  it('keeps the first tokens of both, and the separators, of a pair that is too long', () => {
    const short = new PairEncoder(tokenizer, 9);
    const { ids } = short.encode(QUERY, [PASSAGE]);
    const [query, passage] = [tokenizer.encode(QUERY).ids, tokenizer.encode(PASSAGE).ids];
    const separator = query.at(-1);
    expect([...ids]).toEqual([...query.slice(0, 4), separator, ...passage.slice(1, 4), separator]);
  });
});
