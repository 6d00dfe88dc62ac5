import type { SessionMessage } from '@arbiter/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { SessionStore } from './session-store.js';
import { InMemorySessionStore, messageOf } from './testing/index.js';

const live = new AbortController().signal;

describe('SessionStore', () => {
  let store: SessionStore;
  beforeEach(() => {
    store = new InMemorySessionStore();
  });

  const contents = async (sessionId: string, limit: number): Promise<string[] | undefined> =>
    (await store.recent(sessionId, limit, live))?.map(({ content }) => content);

  it('gives the last messages, oldest first', async () => {
    await store.append(
      's-1',
      ['a', 'b', 'c', 'd'].map((one) => messageOf(one)),
      live,
    );
    expect(await contents('s-1', 2)).toEqual(['c', 'd']);
  });

  it('knows no session before its first message', async () => {
    expect(await store.recent('s-1', 10, live)).toBeNull();
    await store.append('s-1', [], live);
    expect(await store.recent('s-1', 10, live)).toBeNull();
  });

  it('takes out messages that quote deleted documents, says so, and leaves each in its place', async () => {
    const about = (content: string, ...documents: string[]) => messageOf(content, { metadata: { documents } });
    await store.append('s-1', [about('Where?', 'harbour'), about('At the pier.', 'harbour', 'light')], live);
    await store.append('s-1', [messageOf('And who?'), about('Mara.', 'light')], live);
    await store.append('s-2', [about('harbour', 'light')], live);
    await store.append('s-3', [about('Low.', 'tide')], live);
    const deleted = { documents: ['harbour', 'tide'], at: '2026-02-01T00:00:00.000Z', jobId: null };
    expect(await store.redact(deleted, live)).toBe(2);
    expect(await store.redact(deleted, live)).toBe(0);
    await store.append('s-1', [messageOf('Thanks.')], live);
    const redacted = { at: deleted.at, jobId: null };
    expect(await store.recent('s-1', 10, live)).toEqual([
      messageOf('', { metadata: { documents: [], redacted } }),
      messageOf('', { metadata: { documents: ['light'], redacted } }),
      messageOf('And who?'),
      about('Mara.', 'light'),
      messageOf('Thanks.'),
    ]);
    expect(await contents('s-1', 2)).toEqual(['Mara.', 'Thanks.']);
    expect(await contents('s-2', 10)).toEqual(['harbour']);
    expect(await contents('s-3', 10)).toEqual(['']);
  });

  it('lists the sessions of a prefix, the last written first, by the first question of each', async () => {
    const at = (second: number, content: string, over: Partial<SessionMessage> = {}): SessionMessage =>
      messageOf(content, { timestamp: `2026-01-01T00:00:0${second}.000Z`, ...over });
    const answer = { role: 'assistant' as const };
    await store.append('a-old', [at(1, 'Who keeps\nthe lamp?'), at(1, 'Mara.', answer)], live);
    await store.append('a-new', [at(3, '🕯️'.repeat(80)), at(5, 'Odo.', answer), at(6, 'And the oil?')], live);
    await store.append(
      'a-gone',
      [at(2, '', { metadata: { redacted: { at: '2026-02-01T00:00:00.000Z', jobId: null } } })],
      live,
    );
    await store.append('b-other', [at(9, 'Not yours.')], live);
    const [first, ...rest] = await store.list({ prefix: 'a-', limit: 9 }, live);
    expect(first).toMatchObject({ id: 'a-new', messages: 3, updatedAt: '2026-01-01T00:00:06.000Z' });
    expect(first!.title).toMatch(/^(?:🕯️?)+…$/u);
    expect(first!.title.length).toBeLessThanOrEqual(120);
    expect(rest).toEqual([
      { id: 'a-gone', title: '', messages: 1, updatedAt: '2026-01-01T00:00:02.000Z' },
      { id: 'a-old', title: 'Who keeps the lamp?', messages: 2, updatedAt: '2026-01-01T00:00:01.000Z' },
    ]);
  });

  it('lists page after page, also where sessions share an instant or are gone meanwhile', async () => {
    for (const id of ['s-3', 's-1', 's-2', 's-4']) await store.append(id, [messageOf('a')], live);
    const [one] = await store.list({ prefix: '', limit: 1 }, live);
    expect(one?.id).toBe('s-1');
    await store.delete('s-1', live);
    const next = await store.list({ prefix: '', limit: 2, after: one! }, live);
    expect(next.map(({ id }) => id)).toEqual(['s-2', 's-3']);
    expect((await store.list({ prefix: '', limit: 2, after: next[1]! }, live)).map(({ id }) => id)).toEqual(['s-4']);
  });

  it('lets go of sessions that nobody has written in since an instant', async () => {
    const at = (timestamp: string): SessionMessage => messageOf('a', { timestamp });
    await store.append('old', [at('2026-01-01T00:00:00.000Z'), at('2026-01-09T23:59:59.999Z')], live);
    await store.append('edge', [at('2026-01-10T00:00:00.000Z')], live);
    await store.append('revived', [at('2026-01-01T00:00:00.000Z')], live);
    await store.append('revived', [at('2026-02-01T00:00:00.000Z')], live);
    expect(await store.deleteOlderThan('2026-01-10T00:00:00.000Z', live)).toBe(1);
    expect(await store.deleteOlderThan('2026-01-10T00:00:00.000Z', live)).toBe(0);
    expect(await store.recent('old', 10, live)).toBeNull();
    expect(await contents('edge', 10)).toEqual(['a']);
    expect(await contents('revived', 10)).toEqual(['a', 'a']);
  });
});
