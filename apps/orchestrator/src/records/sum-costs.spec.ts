import { costEntryOf, InMemoryCostLedger } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { sumCosts } from './sum-costs.js';

const live = new AbortController().signal;
const usd = (amount: number, unpriced: string[] = []) => ({ amount, currency: 'USD', unpriced });

async function ledgerOf(...entries: readonly ReturnType<typeof costEntryOf>[]) {
  const ledger = new InMemoryCostLedger();
  for (const entry of entries) await ledger.append(entry, live);
  return ledger.between({}, live);
}

describe('sumCosts', () => {
  const entries = [
    costEntryOf('a', { principal: 'b-key', createdAt: '2026-01-02T23:59:59.999Z', cost: usd(1) }),
    costEntryOf('b', { principal: 'a-key', createdAt: '2026-01-01T00:00:00.000Z', cost: usd(2, ['x/y']) }),
    costEntryOf('c', { createdAt: '2026-01-02T00:00:00.000Z', cost: null }),
    costEntryOf('d', { principal: 'b-key', createdAt: '2026-01-02T12:00:00.000Z', cost: usd(0.5) }),
  ];

  it('sums by day in UTC', async () => {
    const { entries: days } = await sumCosts(await ledgerOf(...entries), 'day');
    expect(days).toMatchObject([
      { key: '2026-01-01', answers: 1, costs: [usd(2, ['x/y'])] },
      { key: '2026-01-02', answers: 3, costs: [usd(1.5)], unreckoned: 1, tokens: [{ inputTokens: 3_000 }] },
    ]);
  });

  it('sums by key, those without one last, and all together', async () => {
    const report = await sumCosts(await ledgerOf(...entries), 'key');
    expect(report.entries.map(({ key, answers }) => [key, answers])).toEqual([
      ['a-key', 1],
      ['b-key', 2],
      [null, 1],
    ]);
    expect(report.total).toMatchObject({ answers: 4, costs: [usd(3.5, ['x/y'])], unreckoned: 1 });
  });

  it('does not add up two currencies', async () => {
    const mixed = await ledgerOf(
      costEntryOf('a', { cost: usd(1) }),
      costEntryOf('b', { cost: { amount: 1, currency: 'EUR', unpriced: [] } }),
    );
    expect((await sumCosts(mixed, 'day')).total.costs.map(({ currency }) => currency)).toEqual(['USD', 'EUR']);
  });
});
