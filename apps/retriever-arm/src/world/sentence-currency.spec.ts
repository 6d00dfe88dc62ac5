import { ArbiterError, type Passage, type StateOfWorld } from '@arbiter/contracts';
import { CANNOT_ANSWER } from '@arbiter/knowledge-graph';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { NOTHING_READ, passage, readingOf } from '../../test/readings.js';
import { type WorldLibrary, worldLibraryOf } from '../../test/world.library.js';
import { candidateSentences } from '../synthesis/sentences/candidate-sentences.js';
import { judgeSentences } from '../synthesis/sentences/judge-sentences.js';
import { SentenceCurrency } from './sentence-currency.js';

const { signal } = new AbortController();
const HERON = 'Beds are let at Drowned Heron every night.';
const BOTH = 'Beds are let at Drowned Heron and at Amber Lodge.';
const LODGE = 'Beds are let at Amber Lodge in summer.';
const GUIDE = `${HERON} ${BOTH} ${LODGE}`;
const GONE = 'Drowned Heron is destroyed since session 2.';
const INNS = ['Ash', 'Bay', 'Cove', 'Dune', 'Elm', 'Fern'].map((name) => `${name} Lodge`);
const LIST = `Beds are let at ${INNS.join(', ')}.`;

const libraryWith = (): Promise<WorldLibrary> =>
  worldLibraryOf('coast', {
    documents: {
      ...Object.fromEntries(
        ['Drowned Heron', 'Amber Lodge', ...INNS].map((name) => [
          `place/${name.toLowerCase().replace(' ', '-')}.md`,
          `${name} is an inn.`,
        ]),
      ),
      'place/guide.md': GUIDE,
      'place/list.md': LIST,
    },
    sessions: { 2: 'Drowned Heron burned down to the last beam.' },
  });

let library: WorldLibrary;
beforeEach(async () => {
  library = await libraryWith();
  await library.change(2, {
    entity_updates: [
      { entity_id: 'drowned-heron', status: 'destroyed' },
      { entity_id: 'amber-lodge', status: 'reopened' },
    ],
  });
});

interface Asked {
  readonly query?: string;
  /** Null for none. Default: the present. */
  readonly state?: StateOfWorld | null;
  readonly passages?: readonly Passage[];
  readonly worlds?: Pick<WorldLibrary['worlds'], 'worldAt'>;
  /** Whether the reader finds an answer in the passages. Default: in all of them. */
  readonly isFound?: boolean;
}

const guide = (over: Partial<Passage> = {}): Passage => passage('place/guide.md', GUIDE, over);

/** The factor of each sentence, and why those that would have answered do not. */
async function weigh({
  query = 'Where can we sleep?',
  state = {},
  passages = [guide({ collection: 'coast' })],
  worlds = library.worlds,
  isFound = true,
}: Asked = {}) {
  const currency = await SentenceCurrency.of({ query, passages, ...(state && { state }) }, worlds, signal);
  const sentences = candidateSentences(passages);
  const readings = passages.map(({ text }) => (isFound ? readingOf(text, text) : NOTHING_READ));
  const judged = judgeSentences(query, sentences, readings, currency.factorOf);
  return { factors: sentences.map(currency.factorOf), reasons: currency.reasonsOf(judged) };
}

const UNCHANGED = { factors: [1, 1, 1], reasons: [] };

describe('a sentence', () => {
  it('whose only thing of the kind asked for cannot be used cannot answer, and it is told why', async () => {
    const { factors, reasons } = await weigh();
    const [heron, both, lodge] = factors;
    expect(heron).toBe(CANNOT_ANSWER);
    expect(both).toBeGreaterThan(CANNOT_ANSWER);
    expect(both).toBeLessThan(1);
    expect(lodge).toBe(1);
    expect(reasons).toEqual([GONE]);
  });

  it('that would not have answered is not told of', async () => {
    const { factors, reasons } = await weigh({ isFound: false });
    expect(factors[0]).toBe(CANNOT_ANSWER);
    expect(reasons).toEqual([]);
  });

  it('is weighed where it stands in its document, whatever part of it the passage holds', async () => {
    const start = GUIDE.indexOf(LODGE);
    const passages = [passage('place/guide.md', LODGE, { collection: 'coast', start, end: GUIDE.length })];
    expect(await weigh({ passages })).toEqual({ factors: [1], reasons: [] });
    const second = [passage('place/guide.md', BOTH, { collection: 'coast', start: GUIDE.indexOf(BOTH), end: start })];
    expect((await weigh({ passages: second })).reasons).toEqual([GONE]);
  });

  it('of a collection in which the thing still stands answers as before', async () => {
    const other = await libraryWith();
    const worlds: Asked['worlds'] = {
      worldAt: (name, time, stop) => (name === 'coast' ? library : other).worlds.worldAt('coast', time, stop),
    };
    const start = GUIDE.indexOf(BOTH);
    const passages = [
      passage('place/guide.md', HERON, { collection: 'hills' }),
      passage('place/guide.md', BOTH, { collection: 'coast', start, end: start + BOTH.length }),
    ];
    const { factors, reasons } = await weigh({ passages, worlds });
    expect(factors[0]).toBe(1);
    expect(factors[1]).toBeLessThan(1);
    expect(reasons).toEqual([GONE]);
    expect((await weigh({ passages: passages.slice(0, 1), worlds })).reasons).toEqual([]);
  });
});

describe('reasons', () => {
  it('are told once each, and five at most', async () => {
    const passages = [passage('place/list.md', LIST, { collection: 'coast' }), guide({ collection: 'coast' })];
    for (const name of INNS) {
      const entity_id = name.toLowerCase().replace(' ', '-');
      await library.change(3, { entity_updates: [{ entity_id, status: 'closed' }] });
    }
    const { reasons } = await weigh({ passages });
    expect(reasons).toEqual(INNS.slice(0, 5).map((name) => `${name} is closed since session 3.`));
  });
});

describe('nothing is weighed', () => {
  it('without a state, before the change, and for a question about the past', async () => {
    expect(await weigh({ state: null })).toEqual(UNCHANGED);
    expect(await weigh({ state: { asOfSession: 1 } })).toEqual(UNCHANGED);
    expect(await weigh({ query: 'Where did we sleep before?' })).toEqual(UNCHANGED);
    expect((await weigh({ state: { asOfSession: 2 } })).reasons).toEqual([GONE]);
  });

  it('in a collection without a graph, and while the stores do not answer; a call that was stopped stops', async () => {
    expect(await weigh({ passages: [guide({ collection: 'hills' })] })).toEqual(UNCHANGED);
    const away = () => Promise.reject(new ArbiterError('UNAVAILABLE', 'The store does not answer.'));
    expect(await weigh({ worlds: { worldAt: away } })).toEqual(UNCHANGED);
    const stopped = AbortSignal.abort(new Error('enough'));
    const asked = { query: 'Where?', passages: [guide({ collection: 'coast' })], state: {} };
    await expect(SentenceCurrency.of(asked, { worldAt: away }, stopped)).rejects.toThrow('enough');
  });
});

describe('the states of a passage', () => {
  const RECORD = 'Drowned Heron burned down to the last beam.';
  const statesOf = async (of: Passage, state: StateOfWorld = {}) => {
    const asked = { query: 'Where can we sleep?', passages: [of], state };
    return (await SentenceCurrency.of(asked, library.worlds, signal)).statesOf(of);
  };

  it('are those of what it names and what cannot be used any more, from the session of the change on', async () => {
    expect(await statesOf(guide({ collection: 'coast' }))).toEqual([GONE]);
    expect(await statesOf(guide({ collection: 'coast' }), { asOfSession: 1 })).toEqual([]);
    expect(await statesOf(guide({ collection: 'hills' }))).toEqual([]);
    expect(await statesOf(passage('place/list.md', LIST, { collection: 'coast' }))).toEqual([]);
  });

  it('are none of a record that tells of the change', async () => {
    expect(await statesOf(passage('session-2.md', RECORD, { collection: 'coast' }))).toEqual([]);
  });
});
