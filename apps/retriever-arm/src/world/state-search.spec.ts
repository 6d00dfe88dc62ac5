import { ArbiterError, type SearchRequest } from '@arbiter/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { addCollection, COAST, requestOf, searchServiceOf } from '../../test/coast.library.js';
import { type WorldLibrary, worldLibraryOf } from '../../test/world.library.js';
import { UNLIMITED } from '../calls/time-budget.js';
import type { SearchOutcome } from '../search/search.service.js';
import { StateSearch } from './state-search.js';

const { signal } = new AbortController();
const COUNTED = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
/** Each has more words of the question than any session. */
const RULES = Object.fromEntries(
  COUNTED.map((number) => [
    `place/rule-${number}.md`,
    `Rule ${number} tells who keeps the lock gate of Cold Lock, and who may keep a key of the lock gate.`,
  ]),
);
const SESSIONS = {
  1: 'Tam Reed leaves for the hills. His boat is sold.',
  2: 'Ida Moss moves into the cottage beside Cold Lock.',
  3: 'Supper was late, and it rained.',
};
const QUERY = 'Who keeps the lock gate of Cold Lock?';

let library: WorldLibrary;
beforeEach(async () => {
  const documents = {
    'place/cold-lock.md': 'Cold Lock is a lock. It is kept by Tam Reed.',
    'person/tam-reed.md': 'Tam Reed is a boatman.',
    'person/ida-moss.md': 'Ida Moss is a boatwoman.',
  };
  library = await worldLibraryOf('canal', { documents: { ...RULES, ...documents }, sessions: SESSIONS });
});

const keeperChanged = () =>
  library.change(1, {
    relationship_updates: [{ from: 'cold-lock', to: 'tam-reed', old_status: 'kept_by', new_status: 'none' }],
  });

async function found(more: Partial<SearchRequest>, search: Pick<StateSearch, 'search'> = library.search) {
  const { results } = await search.search(requestOf({ query: QUERY, ...more }), signal, UNLIMITED);
  return results;
}
const sources = async (more: Partial<SearchRequest>): Promise<string[]> =>
  (await found(more)).map(({ source }) => source);
const sessionsIn = async (more: Partial<SearchRequest>): Promise<string[]> =>
  (await sources(more)).filter((source) => source.startsWith('session-')).sort();

describe('the passages of a question', () => {
  it('are joined by records of sessions, which take the places of the last', async () => {
    const plain = await sources({ limit: 9 });
    expect(plain.some((source) => source.startsWith('session-'))).toBe(false);
    const joined = await found({ limit: 9, state: {} });
    expect(await sessionsIn({ limit: 9, state: {} })).toEqual(['session-1.md', 'session-2.md', 'session-3.md']);
    expect(joined).toHaveLength(9);
    const others = joined.map(({ source }) => source).filter((source) => !source.startsWith('session-'));
    expect(others).toEqual(plain.slice(0, 6));
  });

  it('are in the order of their relevance, though a reranker thinks less of documents than the search does', async () => {
    const real = searchServiceOf(library);
    const reranked: Pick<typeof real, 'search'> = {
      async search(request, ...rest) {
        const outcome = await real.search(request, ...rest);
        if (request.rerank === false) return outcome;
        const results = outcome.results.map((one) => ({ ...one, relevance_score: one.relevance_score / 1_000 }));
        return { ...outcome, results };
      },
    };
    const results = await found({ limit: 9, state: {} }, new StateSearch({ ...library, search: reranked }));
    expect(results[0]!.source).toMatch(/^session-/);
    expect(results.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const relevance = results.map(({ relevance_score }) => relevance_score);
    expect(relevance).toEqual(relevance.toSorted((a, b) => b - a));
  });

  it('hold each record once, though it was found before', async () => {
    const everything = await sources({ limit: 100, state: {} });
    expect(everything).toHaveLength(new Set(everything).size);
    expect(everything.filter((source) => source.startsWith('session-'))).toHaveLength(3);
  });

  it('are joined by a session that changed what the question is about, however little it says of it', async () => {
    const later = Object.fromEntries(
      [2, 3, 4, 5, 6, 7].map((session) => [session, `We talked of the lock gate of Cold Lock at noon ${session}.`]),
    );
    library = await worldLibraryOf('canal', {
      documents: { ...RULES, 'place/cold-lock.md': 'Cold Lock is a lock. It is kept by Tam Reed.' },
      sessions: { ...later, 1: SESSIONS[1] },
    });
    expect(await sessionsIn({ limit: 10, state: {} })).not.toContain('session-1.md');
    await keeperChanged();
    expect(await sessionsIn({ limit: 10, state: {} })).toContain('session-1.md');
  });

  it('are never more than asked for, and the best one stays', async () => {
    await keeperChanged();
    const [best] = await sources({ limit: 1 });
    for (const limit of [1, 2, 3]) {
      const results = await sources({ limit, state: {} });
      expect(results).toHaveLength(limit);
      expect(results).toContain(best);
    }
  });

  it('keep two fifths of the places under a small limit; what changed the subject takes the first of the others', async () => {
    await keeperChanged();
    for (const limit of [2, 3, 4, 5, 6]) {
      const results = await sources({ limit, state: {} });
      const records = results.filter((source) => source.startsWith('session-'));
      expect([limit, records.length]).toEqual([limit, limit - Math.ceil(limit * 0.4)]);
      expect(records).toContain('session-1.md');
    }
  });

  it('are joined by no session after the one that is asked about', async () => {
    expect(await sessionsIn({ limit: 9, state: { asOfSession: 2 } })).toEqual(['session-1.md', 'session-2.md']);
    expect(await sessionsIn({ limit: 9, state: { asOfSession: 0 } })).toEqual([]);
  });

  it('keep to the filters of the request', async () => {
    await keeperChanged();
    const among = (session: NonNullable<SearchRequest['filters']>[string], state = {}) =>
      sessionsIn({ limit: 9, state, filters: { session } });
    expect(await among({ not: { gt: 2 } }, { asOfSession: 2 })).toEqual(['session-1.md', 'session-2.md']);
    expect(await among({ lte: 2 })).toEqual(['session-1.md', 'session-2.md']);
    expect(await among(3)).toEqual(['session-3.md']);
    expect(await among([2, 3])).toEqual(['session-2.md', 'session-3.md']);
    expect(await among({ exists: false })).toEqual([]);
  });
});

describe('nothing is added', () => {
  const plain = (more: Partial<SearchRequest> = {}) =>
    searchServiceOf(library).search(requestOf({ query: QUERY, limit: 9, ...more }), signal);
  const stated = (more: Partial<SearchRequest> = {}, search: StateSearch = library.search): Promise<SearchOutcome> =>
    search.search(requestOf({ query: QUERY, limit: 9, ...more }), signal, UNLIMITED);

  it('without a state', async () => {
    expect((await stated()).results).toEqual((await plain()).results);
  });

  it('in collections without a graph, or whose graph knows no session', async () => {
    await addCollection(library, 'coast', COAST);
    const coast = { knowledge_bases: ['coast'] };
    expect((await stated({ ...coast, state: {} })).results).toEqual((await plain(coast)).results);
    library = await worldLibraryOf('canal', { documents: RULES });
    expect((await stated({ state: {} })).results).toEqual((await plain()).results);
  });

  it('where nothing was found', async () => {
    expect((await stated({ min_relevance_score: 1, state: {} })).results).toEqual([]);
  });

  it('while the graph, or the search for sessions, does not answer; a search that was stopped still stops', async () => {
    const away = () => Promise.reject(new ArbiterError('UNAVAILABLE', 'The store does not answer.'));
    const expected = (await plain()).results;
    const blind = new StateSearch({ ...library, worlds: { worldAt: away }, search: searchServiceOf(library) });
    expect((await stated({ state: {} }, blind)).results).toEqual(expected);
    const real = searchServiceOf(library);
    const halting: Pick<typeof real, 'search'> = {
      search: (request, ...rest) => ('session' in request.filters ? away() : real.search(request, ...rest)),
    };
    const halted = new StateSearch({ ...library, search: halting });
    expect((await stated({ state: {} }, halted)).results).toEqual(expected);
    const request = requestOf({ query: QUERY, state: {} });
    const stopped = AbortSignal.abort(new Error('enough'));
    await expect(blind.search(request, stopped, UNLIMITED)).rejects.toThrow('enough');
  });
});
