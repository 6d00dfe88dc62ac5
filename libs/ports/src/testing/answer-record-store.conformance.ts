import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AnswerRecord } from '@arbiter/contracts';
import type { AnswerRecordStore } from '../answer-record-store.js';

const live = new AbortController().signal;

/** A record for tests. */
export function answerRecordOf(id: string, overrides: Partial<AnswerRecord> = {}): AnswerRecord {
  return {
    id,
    domain: 'lore',
    query: 'Who keeps the lamp?',
    answer: 'Mara keeps the lamp. [1]',
    claims: ['Mara keeps the lamp.'],
    evidence: 'Mara keeps\nthe lamp. 🕯️',
    createdAt: '2026-01-01T00:00:00.000Z',
    ...overrides,
  };
}

/** What every AnswerRecordStore keeps to. `create` gives an empty store for each test. */
export function describeAnswerRecordStore(
  name: string,
  create: () => AnswerRecordStore | Promise<AnswerRecordStore>,
): void {
  describe(`${name}, as a store of answer records`, () => {
    let store: AnswerRecordStore;
    beforeEach(async () => {
      store = await create();
    });

    it('gives back a record with all its fields', async () => {
      const record = answerRecordOf('answer_1', { domain: null, claims: [] });
      await store.save(record, live);
      expect(await store.get('answer_1', live)).toEqual(record);
    });

    it('knows no other', async () => {
      expect(await store.get('answer_1', live)).toBeNull();
      await store.save(answerRecordOf('answer_10'), live);
      expect(await store.get('answer_1', live)).toBeNull();
    });

    it('loses none of those that are saved at the same time', async () => {
      const ids = Array.from({ length: 20 }, (_, index) => `answer_${index}`);
      await Promise.all(ids.map((id) => store.save(answerRecordOf(id), live)));
      for (const id of ids) expect((await store.get(id, live))?.id).toBe(id);
    });

    it('does nothing under an aborted signal', async () => {
      await expect(store.save(answerRecordOf('answer_1'), AbortSignal.abort())).rejects.toThrow();
      expect(await store.get('answer_1', live)).toBeNull();
    });
  });
}
