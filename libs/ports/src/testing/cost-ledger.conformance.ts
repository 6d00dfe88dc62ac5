import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CostEntry, CostLedger, CostPeriod } from '../cost-ledger.js';

const live = new AbortController().signal;

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

/** What every CostLedger keeps to. `create` gives an empty ledger for each test. */
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
