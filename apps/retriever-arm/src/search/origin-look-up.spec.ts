import { ArbiterError, MACHINE_MADE, PREFERRED, type SearchRequest } from '@arbiter/contracts';
import type { Chunk } from '@arbiter/ports';
import { chunkOf } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { addCollection, COAST, type Library, libraryOf, requestOf, searchServiceOf } from '../../test/coast.library.js';

const { signal } = new AbortController();
const METHODS = ['hybrid', 'vector', 'keyword'] as const;

const GUIDES = Array.from({ length: 40 }, (_, at) =>
  chunkOf({
    id: `guide${at}#0`,
    source: 'guide.md',
    text: `A batch of readings is rejected by the hub in case ${at}.`,
  }),
);
const made = (id: string, text: string): Chunk =>
  chunkOf({ id, text, source: 'hub.log', metadata: { [MACHINE_MADE]: 'log' } });
const LOGS = ['WARN batch rejected', 'WARN batch rejected by alarm_ladder'].map((text, at) => made(`log#${at}`, text));
const PREFERRED_GUIDE = { ...chunkOf({ id: 'own#0', text: 'Our batch.' }), metadata: { [PREFERRED]: true } };

interface Call {
  readonly name: string;
  readonly args: readonly unknown[];
}
type Answer = (call: Call) => Promise<never> | null;

/** The same index, which tells of each call first. @param answer instead of the index; null leaves it to the index */
function watched<T extends object>(index: T, answer: Answer): T {
  return new Proxy(index, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => answer({ name: String(key), args }) ?? value.apply(target, args);
    },
  });
}

const watching = ({ vectorIndex, keywordIndex, ...library }: Library, answer: Answer): Library => ({
  ...library,
  vectorIndex: watched(vectorIndex, answer),
  keywordIndex: watched(keywordIndex, answer),
});
const asksForMarks = ({ name, args }: Call): boolean =>
  name === 'search' && (args[2] as { filter?: readonly unknown[] }).filter?.length === 2;
const countsMarks = ({ name, args }: Call): boolean => name === 'count' && args.length === 3;

/** Ids of the chunks whose texts were read that are not among the results. */
async function readBeside(chunks: readonly Chunk[], fields: Partial<SearchRequest>): Promise<string[]> {
  const read = new Set<string>();
  const library = watching(await libraryOf({ coast: chunks }), ({ name, args }) => {
    if (name === 'chunks') for (const id of args[1] as readonly string[]) read.add(id);
    return null;
  });
  const request = requestOf({ query: 'Why was the batch rejected?', fusion: 'z-score', ...fields });
  const { results } = await searchServiceOf(library).search(request, signal);
  for (const { metadata } of results) read.delete(metadata.chunk_id);
  return [...read].sort();
}

describe('texts that a search reads to weigh origins', () => {
  it.each(METHODS)('are none where nothing is marked (%s)', async (method) => {
    expect(await readBeside(GUIDES, { method })).toEqual([]);
    expect(await readBeside(GUIDES, { method, query: 'Why was the batch rejected by alarm_ladder?' })).toEqual([]);
  });

  it.each(METHODS)('are those of the marked candidates alone (%s)', async (method) => {
    const marked = ['log#0', 'log#1', 'log#2', 'own#0'];
    const other = made('log#2', 'The batch file of the hub, of which nobody asks anything at all');
    const beside = await readBeside([...GUIDES, ...LOGS, other, PREFERRED_GUIDE], { method });
    expect(marked).toEqual(expect.arrayContaining(beside));
    expect(beside.length).toBeGreaterThan(0);
  });

  it('are all where a marked one holds an identifier of the question, since prose may hold it, too', async () => {
    const read = (query: string): Promise<string[]> => readBeside([...GUIDES, ...LOGS], { query });
    expect((await read('Why was the batch rejected by alarm_ladder?')).length).toBeGreaterThan(25);
    expect((await read('Why was the batch rejected by mail_ladder?')).length).toBeLessThan(3);
  });
});

describe('marks of a collection', () => {
  it('are counted once, and again when its contents have changed', async () => {
    let counts = 0;
    const library = await libraryOf({ coast: [...GUIDES.slice(0, 2), ...COAST] });
    const sut = searchServiceOf(
      watching(library, (call) => {
        if (countsMarks(call)) counts += 1;
        return null;
      }),
    );
    const request = requestOf({ query: 'Why was the batch rejected?', explain: true });
    const weights = async (): Promise<unknown[]> =>
      (await sut.search(request, signal)).results.flatMap(({ explanation }) => explanation?.weight ?? []);
    expect([await weights(), await weights(), counts]).toEqual([[], [], 2]);
    await addCollection(library, 'coast', LOGS);
    await library.catalog.advance('coast', signal);
    expect([await weights(), await weights(), counts]).toEqual([[0.5, 0.5], [0.5, 0.5], 4]);
  });
});

describe('an index that does not tell which passages are marked', () => {
  const fails = (): Promise<never> => Promise.reject(new ArbiterError('UNAVAILABLE', 'The store has gone away.'));
  const hangs = ({ args }: Call): Promise<never> =>
    new Promise((_, reject) => {
      const { signal: limited } = args.at(-1) as { signal: AbortSignal };
      limited.addEventListener('abort', () => reject(limited.reason as Error));
    });
  const weightsOf = async (answer: Answer): Promise<unknown> => {
    const library = watching(await libraryOf({ coast: [...GUIDES.slice(0, 3), ...LOGS] }), answer);
    const sut = searchServiceOf(library, { indexTimeoutMs: 50 });
    const request = requestOf({ query: 'Why was the batch rejected?', explain: true });
    const { results, degraded } = await sut.search(request, signal);
    return {
      found: results.length,
      degraded,
      weights: results.flatMap(({ explanation }) => explanation?.weight ?? []),
    };
  };

  it.each([
    ['fails', fails],
    ['is silent', hangs],
  ])('leaves the weights at 1 and is told if it %s', async (_, answer) => {
    let asked = 0;
    const outcome = await weightsOf((call) => {
      if (!asksForMarks(call)) return null;
      asked += 1;
      return answer(call);
    });
    expect(outcome).toEqual({ found: 5, degraded: ['vector'], weights: [] });
    expect(asked).toBe(1);
  });

  it('is told if it cannot read them', async () => {
    let reads = 0;
    const outcome = await weightsOf(({ name }) => (name === 'chunks' && ++reads <= 2 ? fails() : null));
    expect(outcome).toEqual({ found: 5, degraded: ['vector', 'keyword'], weights: [] });
  });

  it('is told if it cannot count them, and the candidates are asked for', async () => {
    const outcome = await weightsOf((call) => (countsMarks(call) ? fails() : null));
    expect(outcome).toEqual({ found: 5, degraded: ['keyword'], weights: [0.5, 0.5] });
  });
});
