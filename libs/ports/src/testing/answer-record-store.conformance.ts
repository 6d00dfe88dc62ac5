import type { AnswerRecord, FlightRecord } from '@arbiter/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type AnswerRecordStore, summaryOf } from '../answer-stores.js';

const live = new AbortController().signal;

/** The flight of an answer with one call, for tests. */
export function flightRecordOf(overrides: Partial<FlightRecord> = {}): FlightRecord {
  return {
    formatVersion: 1,
    software: '0.0.1',
    startedAt: '2026-01-01T00:00:00.000Z',
    deadline: 1_767_225_660_000,
    request: { query: 'Who keeps the lamp?' },
    notes: {},
    calls: [
      {
        name: 'retriever.search',
        revision: 1,
        parent: 'retrieve',
        input: { query: 'Who keeps the lamp?' },
        events: [],
        output: { results: [{ content: { $text: '0123456789abcdef' } }] },
        error: null,
        annotations: { mode: 'hybrid' },
        startedAt: 0.5,
        ms: 3.25,
        ended: 0,
        cutBytes: 0,
      },
    ],
    ids: ['answer_1'],
    clock: { now: [1_767_225_600_000], monotonic: [0.125] },
    prices: null,
    texts: { '0123456789abcdef': 'Mara keeps\nthe lamp. 🕯️' },
    events: [{ type: 'stage', stage: 'retrieve', status: 'finished', ms: 3.5, detail: '1 passage' }],
    result: { answer: 'Mara keeps the lamp. [1]' },
    error: null,
    cut: null,
    ...overrides,
  };
}

/** A record for tests. */
export function answerRecordOf(id: string, overrides: Partial<AnswerRecord> = {}): AnswerRecord {
  return {
    id,
    kind: 'query',
    status: 'answered',
    domain: 'lore',
    query: 'Who keeps the lamp?',
    sessionId: null,
    principal: null,
    durationMs: 12.5,
    tokens: [],
    cost: null,
    answer: 'Mara keeps the lamp. [1]',
    claims: ['Mara keeps the lamp.'],
    evidence: 'Mara keeps\nthe lamp. 🕯️',
    createdAt: '2026-01-01T00:00:00.000Z',
    assigned: null,
    documents: ['light'],
    shownDocuments: ['light'],
    redacted: null,
    flight: flightRecordOf(),
    ...overrides,
  };
}

/** Conformance suite of AnswerRecordStore. `create` gives an empty store for each test. */
export function describeAnswerRecordStore(
  name: string,
  create: () => AnswerRecordStore | Promise<AnswerRecordStore>,
): void {
  describe(`${name}, as a store of answer records`, () => {
    let store: AnswerRecordStore;
    beforeEach(async () => {
      store = await create();
    });

    const saveAll = async (...records: readonly AnswerRecord[]): Promise<void> => {
      for (const record of records) await store.save(record, live);
    };
    const listed = async (selection: Partial<Parameters<AnswerRecordStore['list']>[0]> = {}): Promise<string[]> =>
      (await store.list({ limit: 10, ...selection }, live)).map(({ id }) => id);

    it('gives back a record with all its fields', async () => {
      const record = answerRecordOf('answer_1', { domain: null, claims: [], sessionId: 's-1', principal: 'key-1' });
      await store.save(record, live);
      expect(await store.get('answer_1', live)).toEqual(record);
    });

    it('gives back one of the older form, which has no flight', async () => {
      const record = answerRecordOf('answer_1', { flight: null, status: null, durationMs: null });
      await store.save(record, live);
      expect(await store.get('answer_1', live)).toEqual(record);
    });

    it('knows no other', async () => {
      expect(await store.get('answer_1', live)).toBeNull();
      await store.save(answerRecordOf('answer_10'), live);
      expect(await store.get('answer_1', live)).toBeNull();
    });

    it('lists what lists show, the last saved first, page by page', async () => {
      const records = ['a', 'b', 'c', 'd', 'e'].map((id, index) =>
        answerRecordOf(id, { createdAt: new Date(Date.UTC(2026, 0, 1) + index).toISOString() }),
      );
      await saveAll(...records);
      expect(await store.list({ limit: 2 }, live)).toEqual(records.slice(3).reverse().map(summaryOf));
      expect(await listed({ limit: 2, before: 'd' })).toEqual(['c', 'b']);
      expect(await listed({ limit: 2, before: 'b' })).toEqual(['a']);
      expect(await listed({ before: 'a' })).toEqual([]);
      expect(await listed({ before: 'gone' })).toEqual([]);
    });

    it('lists those of a session or a domain alone', async () => {
      await saveAll(
        answerRecordOf('a', { sessionId: 's-1' }),
        answerRecordOf('b', { sessionId: 's-10', domain: 'law' }),
        answerRecordOf('c', { sessionId: 's-1', domain: null }),
        answerRecordOf('d', { query: 's-1 law' }),
      );
      expect(await listed({ sessionId: 's-1' })).toEqual(['c', 'a']);
      expect(await listed({ sessionId: 's-1', limit: 1, before: 'c' })).toEqual(['a']);
      expect(await listed({ domain: 'law' })).toEqual(['b']);
      expect(await listed({ sessionId: 's-1', domain: 'lore' })).toEqual(['a']);
    });

    it('forgets the answers of a session, and no others', async () => {
      await saveAll(
        answerRecordOf('a', { sessionId: 's-1' }),
        answerRecordOf('b', { sessionId: 's-10' }),
        answerRecordOf('c', { query: 's-1' }),
        answerRecordOf('d', { sessionId: 's-1' }),
      );
      expect(await store.deleteOfSession('s-1', live)).toBe(2);
      expect(await store.deleteOfSession('s-1', live)).toBe(0);
      expect([await store.get('a', live), await store.get('d', live)]).toEqual([null, null]);
      expect(await listed()).toEqual(['c', 'b']);
      await store.save(answerRecordOf('e', { sessionId: 's-1' }), live);
      expect(await listed()).toEqual(['e', 'c', 'b']);
    });

    const deleted = { documents: ['harbour', 'tide'], at: '2026-02-01T00:00:00.000Z', jobId: 'job-1' };
    const redacted = { at: deleted.at, jobId: deleted.jobId };

    it('takes out what records hold of deleted documents, says so, and leaves each in its place', async () => {
      const shown = answerRecordOf('b', { documents: ['light', 'harbour'], shownDocuments: ['harbour'] });
      const read = answerRecordOf('c', { documents: ['light', 'tide'] });
      const [first, last] = [answerRecordOf('a'), answerRecordOf('d', { query: 'harbour', documents: [] })];
      await saveAll(first, shown, read, last);
      expect(await store.redact(deleted, live)).toBe(2);
      const emptied = { claims: [], evidence: '', flight: null, redacted };
      expect(await store.get('b', live)).toEqual({
        ...shown,
        ...emptied,
        query: '',
        answer: '',
        documents: ['light'],
        shownDocuments: [],
      });
      expect(await store.get('c', live)).toEqual({ ...read, ...emptied, documents: ['light'] });
      for (const record of [first, last]) expect(await store.get(record.id, live)).toEqual(record);
      expect(await listed()).toEqual(['d', 'c', 'b', 'a']);
      expect(await listed({ limit: 2, before: 'd' })).toEqual(['c', 'b']);
      await store.save(answerRecordOf('e'), live);
      expect(await listed({ limit: 2 })).toEqual(['e', 'd']);
      expect(await store.redact(deleted, live)).toBe(0);
    });

    it('finds deleted documents in the flight of a record that does not list them', async () => {
      const [call] = flightRecordOf().calls;
      const flight = flightRecordOf({
        calls: call ? [{ ...call, output: { results: [{ document_id: 'harbour' }] } }] : [],
      });
      const older = { documents: null, shownDocuments: null };
      await saveAll(answerRecordOf('a', { ...older, flight }), answerRecordOf('b', older));
      expect(await store.redact(deleted, live)).toBe(1);
      expect(await store.get('a', live)).toMatchObject({ query: '', answer: '', evidence: '', flight: null, redacted });
      expect(await store.get('b', live)).toEqual(answerRecordOf('b', older));
    });

    it('keeps the newest, and none that is too old', async () => {
      const day = (date: number): string => new Date(Date.UTC(2026, 0, date)).toISOString();
      await saveAll(...['a', 'b', 'c', 'd'].map((id, index) => answerRecordOf(id, { createdAt: day(index + 1) })));
      expect(await store.prune({ before: null, keep: null }, live)).toBe(0);
      expect(await store.prune({ before: day(2), keep: 10 }, live)).toBe(1);
      expect(await listed()).toEqual(['d', 'c', 'b']);
      expect(await store.prune({ before: null, keep: 1 }, live)).toBe(2);
      expect(await listed()).toEqual(['d']);
      expect(await store.get('b', live)).toBeNull();
      expect(await store.prune({ before: null, keep: 0 }, live)).toBe(1);
      expect(await listed()).toEqual([]);
    });

    it('loses none of those that are saved at the same time', async () => {
      const ids = Array.from({ length: 20 }, (_, index) => `answer_${index}`);
      await Promise.all(ids.map((id) => store.save(answerRecordOf(id), live)));
      for (const id of ids) expect((await store.get(id, live))?.id).toBe(id);
    });

    it('does nothing under an aborted signal', async () => {
      await expect(store.save(answerRecordOf('answer_1'), AbortSignal.abort())).rejects.toThrow();
      expect(await store.get('answer_1', live)).toBeNull();
      await store.save(answerRecordOf('answer_2', { sessionId: 's-1' }), live);
      await expect(store.list({ limit: 1 }, AbortSignal.abort())).rejects.toThrow();
      await expect(store.deleteOfSession('s-1', AbortSignal.abort())).rejects.toThrow();
      await expect(store.redact(deleted, AbortSignal.abort())).rejects.toThrow();
      await expect(store.prune({ before: null, keep: 0 }, AbortSignal.abort())).rejects.toThrow();
      expect(await listed()).toEqual(['answer_2']);
    });
  });
}
