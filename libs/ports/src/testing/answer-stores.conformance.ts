import type { AnswerEvent, Feedback, SupportCalibration } from '@arbiter/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type {
  AnswerEventLog,
  CalibrationStore,
  CostEntry,
  CostLedger,
  CostPeriod,
  FeedbackStore,
} from '../answer-stores.js';

const live = new AbortController().signal;

/** Feedback for tests. */
export function feedbackOf(claim: string, overrides: Partial<Feedback> = {}): Feedback {
  return {
    id: `feedback_${claim}`,
    answerId: 'answer_1',
    domain: 'lore',
    claim,
    evidence: 'Mara keeps the lamp.',
    supported: true,
    comment: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...overrides,
  };
}

/** Conformance suite of FeedbackStore. `create` gives an empty store for each test. */
export function describeFeedbackStore(name: string, create: () => FeedbackStore | Promise<FeedbackStore>): void {
  describe(`${name}, as a feedback store`, () => {
    let store: FeedbackStore;
    beforeEach(async () => {
      store = await create();
    });
    const claims = async (domain: string, limit = 100): Promise<string[]> =>
      (await store.ofDomain(domain, limit, live)).map(({ claim }) => claim);

    it('gives back feedback of a domain in the order of its appending, with all its fields', async () => {
      const [first, second] = [feedbackOf('a'), feedbackOf('b', { supported: false, comment: 'At dusk.\n🕯️' })];
      await store.append(first, live);
      await store.append(second, live);
      expect(await store.ofDomain('lore', 100, live)).toEqual([first, second]);
      expect(await claims('lore', 1)).toEqual(['b']);
    });

    it('keeps domains apart, and what belongs to none', async () => {
      await store.append(feedbackOf('a', { domain: null }), live);
      await store.append(feedbackOf('b', { domain: 'Lore' }), live);
      expect(await claims('lore')).toEqual([]);
      expect(await claims('Lore')).toEqual(['b']);
    });

    it('takes the last word on a claim of an answer', async () => {
      await store.append(feedbackOf('a'), live);
      await store.append(feedbackOf('a', { answerId: 'answer_2' }), live);
      await store.append(feedbackOf('a', { supported: false }), live);
      const last = await store.ofDomain('lore', 100, live);
      expect(last.map(({ answerId, supported }) => [answerId, supported])).toEqual([
        ['answer_2', true],
        ['answer_1', false],
      ]);
    });

    it('forgets what quotes deleted documents, and nothing else', async () => {
      await store.append(feedbackOf('a', { documents: ['light', 'harbour'] }), live);
      await store.append(feedbackOf('b'), live);
      await store.append(feedbackOf('c', { documents: ['light'] }), live);
      expect(await store.deleteOfDocuments({ documents: ['harbour'] }, live)).toBe(1);
      expect(await store.deleteOfDocuments({ documents: ['harbour'] }, live)).toBe(0);
      expect(await claims('lore')).toEqual(['b', 'c']);
    });

    it('loses none of what comes at the same time', async () => {
      const all = Array.from({ length: 20 }, (_, index) => String(index));
      await Promise.all(all.map((claim) => store.append(feedbackOf(claim), live)));
      expect((await claims('lore')).sort()).toEqual([...all].sort());
    });

    it('does nothing under an aborted signal', async () => {
      await expect(store.append(feedbackOf('a'), AbortSignal.abort())).rejects.toThrow();
      expect(await claims('lore')).toEqual([]);
    });
  });
}

/** An entry for tests: 1200 tokens of one model. */
export function costEntryOf(answerId: string, overrides: Partial<CostEntry> = {}): CostEntry {
  return {
    answerId,
    createdAt: '2026-01-01T00:00:00.000Z',
    principal: null,
    sessionId: null,
    tokens: [{ model: 'a/b', inputTokens: 1_000, outputTokens: 200, cachedInputTokens: 0, cacheWriteTokens: 0 }],
    cost: { amount: 0.006, currency: 'USD', unpriced: [] },
    ...overrides,
  };
}

/** Conformance suite of CostLedger. `create` gives an empty ledger for each test. */
export function describeCostLedger(name: string, create: () => CostLedger | Promise<CostLedger>): void {
  describe(`${name}, as a ledger of costs`, () => {
    let ledger: CostLedger;
    beforeEach(async () => {
      ledger = await create();
    });

    const entries = async (period: CostPeriod = {}): Promise<CostEntry[]> => {
      const found: CostEntry[] = [];
      for await (const entry of ledger.between(period, live)) found.push(entry);
      return found;
    };

    it('gives back what was appended, in its order', async () => {
      const appended = [
        costEntryOf('a', { principal: 'key-1', sessionId: 's-1' }),
        costEntryOf('b', { cost: null }),
        costEntryOf('c', { cost: { amount: 0, currency: 'EUR', unpriced: ['a/b'] } }),
      ];
      for (const entry of appended) await ledger.append(entry, live);
      expect(await entries()).toEqual(appended);
    });

    it('gives those of a period, its end not included', async () => {
      const days = ['2026-01-01', '2026-01-02', '2026-01-03'];
      for (const day of days) await ledger.append(costEntryOf(day, { createdAt: `${day}T00:00:00.000Z` }), live);
      const found = await entries({ from: '2026-01-02T00:00:00.000Z', to: '2026-01-03T00:00:00.000Z' });
      expect(found.map(({ answerId }) => answerId)).toEqual(['2026-01-02']);
    });

    it('forgets who a session was, not what it cost', async () => {
      await ledger.append(costEntryOf('a', { sessionId: 's-1', principal: 'key-1' }), live);
      await ledger.append(costEntryOf('b', { sessionId: 's-10' }), live);
      expect(await ledger.forgetSession('s-1', live)).toBe(1);
      expect(await ledger.forgetSession('s-1', live)).toBe(0);
      expect(await entries()).toEqual([
        costEntryOf('a', { principal: 'key-1' }),
        costEntryOf('b', { sessionId: 's-10' }),
      ]);
    });

    it('does nothing under an aborted signal', async () => {
      await expect(ledger.append(costEntryOf('a'), AbortSignal.abort())).rejects.toThrow();
      expect(await entries()).toEqual([]);
    });
  });
}

/** An event for tests. */
export function answerEventOf(answerId: string, overrides: Partial<AnswerEvent> = {}): AnswerEvent {
  return {
    kind: 'given',
    answerId,
    assigned: { experiment: 'fusion-1', variant: 'control' },
    unit: 'unit-1',
    at: '2026-01-01T00:00:00.000Z',
    status: 'answered',
    ...overrides,
  } as AnswerEvent;
}

/** Conformance suite of AnswerEventLog. `create` gives an empty log for each test. */
export function describeAnswerEventLog(name: string, create: () => AnswerEventLog | Promise<AnswerEventLog>): void {
  describe(`${name}, as a log of what happened to answers`, () => {
    let log: AnswerEventLog;
    beforeEach(async () => {
      log = await create();
    });

    const events = async (): Promise<AnswerEvent[]> => {
      const found: AnswerEvent[] = [];
      for await (const event of log.read(live)) found.push(event);
      return found;
    };

    it('gives back what was appended, in its order', async () => {
      const { status: _status, ...base } = answerEventOf('a') as Extract<AnswerEvent, { kind: 'given' }>;
      const appended: AnswerEvent[] = [
        answerEventOf('a', { status: 'declined' }),
        { ...base, kind: 'rated', score: 0.25 },
        { ...base, kind: 'copied', assigned: null, unit: null },
        { ...base, kind: 'retried', retryId: 'b', editDistance: 0.125 },
      ];
      await log.append(appended.slice(0, 2), live);
      await log.append(appended.slice(2), live);
      expect(await events()).toEqual(appended);
    });

    it('deletes what is chosen, and nothing else', async () => {
      await log.append([answerEventOf('a'), answerEventOf('b', { unit: 'unit-2' }), answerEventOf('c')], live);
      expect(await log.deleteWhere(({ unit }) => unit === 'unit-1', live)).toBe(2);
      expect(await log.deleteWhere(({ unit }) => unit === 'unit-1', live)).toBe(0);
      expect((await events()).map(({ answerId }) => answerId)).toEqual(['b']);
    });

    it('loses none of what comes at the same time', async () => {
      const all = Array.from({ length: 20 }, (_, index) => `answer_${index}`);
      await Promise.all(all.map((id) => log.append([answerEventOf(id)], live)));
      expect((await events()).map(({ answerId }) => answerId).sort()).toEqual([...all].sort());
    });

    it('does nothing under an aborted signal', async () => {
      await expect(log.append([answerEventOf('a')], AbortSignal.abort())).rejects.toThrow();
      expect(await events()).toEqual([]);
    });
  });
}

/** A calibration for tests. */
export function calibrationOf(domain: string, overrides: Partial<SupportCalibration> = {}): SupportCalibration {
  return {
    domain,
    slope: 1.2,
    offset: -0.3,
    threshold: 0.62,
    pairs: 50,
    fittedAt: '2026-01-01T00:00:00.000Z',
    ...overrides,
  };
}

/** Conformance suite of CalibrationStore. `create` gives an empty store for each test. */
export function describeCalibrationStore(
  name: string,
  create: () => CalibrationStore | Promise<CalibrationStore>,
): void {
  describe(`${name}, as a calibration store`, () => {
    let store: CalibrationStore;
    beforeEach(async () => {
      store = await create();
    });

    it('knows none before the first', async () => {
      expect(await store.get('lore', live)).toBeNull();
    });

    it('gives back what was put, to the last digit', async () => {
      const calibration = calibrationOf('lore', { slope: 0.1 + 0.2, offset: -1 / 3 });
      await store.put(calibration, live);
      expect(await store.get('lore', live)).toEqual(calibration);
    });

    it('keeps the last of a domain, and domains apart, also those whose names differ only in case', async () => {
      await store.put(calibrationOf('Lore', { pairs: 50 }), live);
      await store.put(calibrationOf('lore', { pairs: 60 }), live);
      await store.put(calibrationOf('lore', { pairs: 70 }), live);
      expect((await store.get('Lore', live))?.pairs).toBe(50);
      expect((await store.get('lore', live))?.pairs).toBe(70);
    });

    it('takes names of full length', async () => {
      const longest = `A${'b'.repeat(127)}`;
      await store.put(calibrationOf(longest), live);
      expect((await store.get(longest, live))?.domain).toBe(longest);
    });

    it('does nothing under an aborted signal', async () => {
      await expect(store.put(calibrationOf('lore'), AbortSignal.abort())).rejects.toThrow();
      expect(await store.get('lore', live)).toBeNull();
    });
  });
}
