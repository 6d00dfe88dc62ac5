import { describe, expect, it } from '@jest/globals';
import { passage, searchOf } from '../../test/passages.js';
import { followBridges } from './follow-bridges.js';

const QUESTION = 'Which waterfall lies in the country where the Bubye River is found?';
const BUBYE = passage('Bubye River', 'The Bubye River is a river in southern Zimbabwe.');
const ANGEL = passage('Angel Falls', 'Angel Falls is a waterfall in Venezuela.');
const NILE = passage('Nile', 'The Nile is a river.');
const VICTORIA = passage('Victoria Falls', 'Victoria Falls is a waterfall between Zambia and Zimbabwe.');

describe('followBridges', () => {
  it('finds the passage that the question does not name, and puts the chain first', async () => {
    const { search } = searchOf((query) => (query.includes('Zimbabwe') ? [VICTORIA, BUBYE] : [ANGEL]));
    const { passages, bridges } = await followBridges(QUESTION, [BUBYE, ANGEL, NILE], search, 0.3);
    expect(passages.map(({ title }) => title)).toEqual(['Bubye River', 'Victoria Falls', 'Angel Falls', 'Nile']);
    expect(bridges[0]?.names).toEqual(['Zimbabwe']);
  });

  it('leaves the order alone where following finds nothing new', async () => {
    const { search } = searchOf(() => []);
    const { passages } = await followBridges(QUESTION, [ANGEL, BUBYE, NILE], search, 0.3);
    expect(passages).toEqual([ANGEL, BUBYE, NILE]);
  });

  it('follows at most four passages, without feedback and reranking', async () => {
    const many = Array.from({ length: 9 }, (_, n) => passage(`Place ${n}`, `Place ${n} lies near Odo Town ${n}.`));
    const { search, asked } = searchOf(() => []);
    await followBridges(QUESTION, many, search, 0.3);
    expect(asked).toHaveLength(4);
    expect(asked[0]?.options).toEqual({ limit: 10, minRelevance: 0.3, plain: true });
  });

  it('does not take two parts of one document for two hops', async () => {
    const part = passage('Bubye River', 'It joins the Limpopo in Zimbabwe, in the country of waterfalls.', {
      chunkId: 'Bubye River:1',
    });
    const { search } = searchOf(() => [part]);
    const { passages } = await followBridges(QUESTION, [BUBYE, ANGEL], search, 0.3);
    expect(passages.slice(0, 2)).toEqual([BUBYE, ANGEL]);
  });

  it('keeps of a passage that was found twice the better score', async () => {
    const better = { ...ANGEL, score: 0.9 };
    const { search } = searchOf(() => [better]);
    const { passages } = await followBridges(QUESTION, [BUBYE, ANGEL], search, 0.3);
    expect(passages.find(({ title }) => title === 'Angel Falls')?.score).toBe(0.9);
  });

  it('does not search on where the best passage holds all that is asked about', async () => {
    const { search, asked } = searchOf(() => [VICTORIA]);
    const river = 'Where is the Bubye River?';
    expect((await followBridges(river, [BUBYE, NILE], search, 0.3)).passages).toEqual([BUBYE, NILE]);
    expect(asked).toEqual([]);
  });

  it('has nothing to follow where nothing was found', async () => {
    const { search, asked } = searchOf(() => [BUBYE]);
    expect((await followBridges(QUESTION, [], search, 0.3)).passages).toEqual([]);
    expect(asked).toEqual([]);
  });
});
