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
