import type { SearchRequest, SearchResult } from '@arbiter/contracts';
import { estimateTokens } from '@arbiter/text';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { requestOf } from '../../test/coast.library.js';
import { type WorldLibrary, worldLibraryOf } from '../../test/world.library.js';
import { UNLIMITED } from '../calls/time-budget.js';

const { signal } = new AbortController();
const SESSIONS = 48;
const CHATTER = [
  'Somebody told a long story about a cousin and a goat, and nobody quite followed it to the end.',
  'The kettle was on the stove all the time and the rain ran down the windows of the hut.',
  'They counted the coins again and argued about the price of rope, as they did every night.',
  'A dog barked across the water and the lamps along the quay went out one by one.',
];
/** Five scenes without headings, and what happens in the middle of each. */
const HAPPENINGS: Readonly<Record<number, readonly string[]>> = {
  2: ['', 'At midnight Gull Mill burned down to the last beam.', '', '', ''],
  3: ['', '', 'Pim hid a copper kettle under the stairs of Gull Mill.', '', ''],
  4: ['', '', '', '', 'Nan Orr tries to open the sealed brass hatch under Gull Mill.'],
  [SESSIONS]: ['', '', 'Pim sold the silver spoon of Gull Mill to Nan Orr.', '', ''],
};

function sessionText(session: number): string {
  return Array.from({ length: 5 }, (_, scene) => {
    const happening = HAPPENINGS[session]?.[scene] ?? '';
    const paragraphs = Array.from({ length: 9 }, (_each, at) => {
      const from = (session + scene + at) % CHATTER.length;
      return [...CHATTER.slice(from), ...CHATTER.slice(0, from)].join(' ');
    });
    // A scene that is open ends with what is tried.
    const place = scene === 4 ? 9 : 4;
    return [...paragraphs.slice(0, place), ...(happening === '' ? [] : [happening]), ...paragraphs.slice(place)].join(
      '\n\n',
    );
  }).join('\n\n');
}

const texts = Object.fromEntries(Array.from({ length: SESSIONS }, (_, at) => [at + 1, sessionText(at + 1)]));
const sessions = Object.entries(texts).map(([session, text]) => ({ document: `session-${session}.md`, text }));
const tokensOf = (text: string): number => estimateTokens(text);
let library: WorldLibrary;

beforeAll(async () => {
  library = await worldLibraryOf('canal', {
    documents: {
      'place/gull-mill.md': 'Gull Mill is a mill on the canal.',
      'person/nan-orr.md': 'Nan Orr is a diver.',
    },
    sessions: texts,
  });
  await library.change(2, { entity_updates: [{ entity_id: 'gull-mill', status: 'burned down' }] });
});

async function found(query: string, more: Partial<SearchRequest> = {}): Promise<readonly SearchResult[]> {
  const request = requestOf({ query, limit: 8, min_relevance_score: 0, ...more });
  return (await library.search.search(request, signal, UNLIMITED)).results;
}
const holds = (results: readonly SearchResult[], words: string): boolean =>
  results.some(({ content }) => content.includes(words));

describe('sessions of more than 150,000 tokens', () => {
  it('are compacted to fit, the oldest first, and once', async () => {
    expect(sessions.reduce((sum, { text }) => sum + tokensOf(text), 0)).toBeGreaterThan(150_000);
    const world = (await library.worlds.worldAt('canal', {}, signal))!;
    const kept = await library.compactor.keptOf(world, undefined, signal);
    expect(await library.compactor.keptOf(world, undefined, signal)).toBe(kept);
    const total = sessions.reduce((sum, { document, text }) => {
      const parts = kept.get(document)?.map(({ start, end }) => text.slice(start, end)) ?? [text];
      return sum + parts.reduce((all, part) => all + tokensOf(part), 0);
    }, 0);
    expect(total).toBeLessThanOrEqual(150_000);
    const compacted = sessions.filter(({ document }) => kept.has(document)).map(({ document }) => document);
    expect(compacted).toEqual(sessions.slice(0, compacted.length).map(({ document }) => document));
    expect(compacted.length).toBeGreaterThan(3);
    expect(compacted.length).toBeLessThan(SESSIONS - 1);
  });

  it('are searched through what is kept: the sentence that tells a change, at its place in the document', async () => {
    const results = await found('When did Gull Mill burn down?', { state: {} });
    const [told] = results.filter(({ content }) => content.includes('burned down'));
    expect(told?.content).toBe('At midnight Gull Mill burned down to the last beam.');
    const { document_id: document, start, end } = told!.metadata;
    expect(document).toBe('session-2.md');
    expect(texts[2]!.slice(start, end)).toBe(told!.content);
    expect(results.map(({ rank }) => rank)).toEqual(results.map((_, index) => index + 1));
  });

  it('give what is not kept to a plain search, and to a question that names the session', async () => {
    const question = 'Where is the copper kettle?';
    expect(holds(await found(question, { state: {} }), 'copper kettle')).toBe(false);
    expect(holds(await found(question), 'copper kettle')).toBe(true);
    expect(holds(await found(question, { state: {}, filters: { session: 3 } }), 'copper kettle')).toBe(true);
  });

  it('keep open scenes and the newest session whole', async () => {
    const world = (await library.worlds.worldAt('canal', {}, signal))!;
    const kept = await library.compactor.keptOf(world, undefined, signal);
    const lastOf = (document: number): string => {
      const { start, end } = kept.get(`session-${document}.md`)!.at(-1)!;
      return texts[document]!.slice(start, end);
    };
    expect(lastOf(4)).toMatch(/rain ran down[^]*brass hatch under Gull Mill\.$/);
    expect(lastOf(3)).not.toContain('\n');
    expect(holds(await found('Who opens the sealed brass hatch?', { state: {} }), 'brass hatch')).toBe(true);
    expect(kept.has(`session-${SESSIONS}.md`)).toBe(false);
    expect(holds(await found('Who bought the silver spoon?', { state: {} }), 'silver spoon')).toBe(true);
  });

  it('count only up to the session that is asked about', async () => {
    const early = await found('Where is the copper kettle?', { state: { asOfSession: 3 } });
    expect(holds(early, 'copper kettle')).toBe(true);
  });

  it('are whole while the store of documents does not answer, and compacted when it does again', async () => {
    const fresh = await worldLibraryOf('canal', { documents: {}, sessions: { 1: texts[3]!, 2: texts[5]! } }, 1_000);
    const get = fresh.documents.get.bind(fresh.documents);
    fresh.documents.get = () => Promise.reject(new Error('away'));
    const search = async () => {
      const request = requestOf({ query: 'Where is the copper kettle?', limit: 8, min_relevance_score: 0, state: {} });
      return (await fresh.search.search(request, signal, UNLIMITED)).results;
    };
    expect(holds(await search(), 'copper kettle')).toBe(true);
    fresh.documents.get = get;
    expect(holds(await search(), 'copper kettle')).toBe(false);
  });
});

it('leaves sessions within the budget whole', async () => {
  const small = await worldLibraryOf('canal', { documents: {}, sessions: { 1: texts[2]!, 2: texts[3]! } });
  const world = (await small.worlds.worldAt('canal', {}, signal))!;
  expect((await small.compactor.keptOf(world, undefined, signal)).size).toBe(0);
});
