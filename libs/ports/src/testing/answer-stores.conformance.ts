import type { AnswerEvent, Feedback, SupportCalibration } from '@arbiter/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CalibrationStore, CostEntry } from '../answer-stores.js';

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
