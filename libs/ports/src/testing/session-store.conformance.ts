import type { SessionMessage } from '@arbiter/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { SessionStore } from '../session-store.js';

const live = new AbortController().signal;

/** A message for tests. */
export function messageOf(content: string, overrides: Partial<SessionMessage> = {}): SessionMessage {
  return { id: 'm-1', role: 'user', content, timestamp: '2026-01-01T00:00:00.000Z', metadata: {}, ...overrides };
}

/** Conformance suite of SessionStore. `create` gives an empty store for each test. */
export function describeSessionStore(name: string, create: () => SessionStore | Promise<SessionStore>): void {
  describe(`${name}, as a session store`, () => {
    let store: SessionStore;
    beforeEach(async () => {
      store = await create();
    });

    const contents = async (sessionId: string, limit: number): Promise<string[] | undefined> =>
      (await store.recent(sessionId, limit, live))?.map(({ content }) => content);

    it('gives back messages in the order of their appending, with all their fields', async () => {
      const question = messageOf('Who keeps the light?\nAnd since when? 🕯️ \u2028');
      const reply = messageOf('The Watch.', {
        id: 'm-2',
        role: 'assistant',
        metadata: { tools_used: ['query'], confidence: 0.9, validated: true },
      });
      await store.append('s-1', [question], live);
      await store.append('s-1', [reply], live);
      expect(await store.recent('s-1', 10, live)).toEqual([question, reply]);
    });

    it('gives the last messages, oldest first', async () => {
      await store.append(
        's-1',
        ['a', 'b', 'c', 'd'].map((one) => messageOf(one)),
        live,
      );
      expect(await contents('s-1', 2)).toEqual(['c', 'd']);
    });

    it('finds the last messages of a long session with long messages', async () => {
      const long = (index: number): SessionMessage => messageOf(`${index} ${'é'.repeat(20_000)}`);
      for (let index = 0; index < 20; index += 1) await store.append('s-1', [long(index)], live);
      expect(await store.recent('s-1', 3, live)).toEqual([long(17), long(18), long(19)]);
    });

    it('knows no session before its first message', async () => {
      expect(await store.recent('s-1', 10, live)).toBeNull();
      await store.append('s-1', [], live);
      expect(await store.recent('s-1', 10, live)).toBeNull();
    });

    it('keeps sessions apart, also those whose names differ only in case', async () => {
      await store.append('Abc', [messageOf('upper')], live);
      await store.append('abc', [messageOf('lower')], live);
      expect(await contents('Abc', 10)).toEqual(['upper']);
      expect(await contents('abc', 10)).toEqual(['lower']);
    });

    it('takes ids of full length', async () => {
      const longest = 'A'.repeat(128);
      await store.append(longest, [messageOf('hello')], live);
      expect(await contents(longest, 1)).toEqual(['hello']);
    });

    it('loses no message of appends at the same time', async () => {
      const sent = Array.from({ length: 30 }, (_, index) => String(index).padStart(2, '0'));
      await Promise.all(sent.map((one) => store.append('s-1', [messageOf(one)], live)));
      expect((await contents('s-1', 100))?.sort()).toEqual(sent);
    });

    it('forgets a deleted session', async () => {
      await store.append('s-1', [messageOf('a')], live);
      expect(await store.delete('s-1', live)).toBe(true);
      expect(await store.delete('s-1', live)).toBe(false);
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

    it('lets go of a session that a redaction has touched like of any other', async () => {
      const at = (timestamp: string, ...documents: string[]) => messageOf('a', { timestamp, metadata: { documents } });
      await store.append('s-1', [at('2026-01-01T00:00:00.000Z', 'harbour')], live);
      await store.append('s-1', [at('2026-02-01T00:00:00.000Z')], live);
      await store.redact({ documents: ['harbour'], at: '2026-02-02T00:00:00.000Z', jobId: null }, live);
      expect(await store.deleteOlderThan('2026-01-10T00:00:00.000Z', live)).toBe(0);
      expect(await store.deleteOlderThan('2026-03-01T00:00:00.000Z', live)).toBe(1);
      expect(await store.recent('s-1', 10, live)).toBeNull();
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

    it('has nothing to let go of before the first session', async () => {
      expect(await store.deleteOlderThan('2026-01-10T00:00:00.000Z', live)).toBe(0);
    });

    it('does nothing under an aborted signal', async () => {
      await expect(store.append('s-1', [messageOf('a')], AbortSignal.abort())).rejects.toThrow();
      expect(await store.recent('s-1', 10, live)).toBeNull();
    });
  });
}
