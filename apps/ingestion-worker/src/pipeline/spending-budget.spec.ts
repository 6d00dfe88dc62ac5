import { NO_COUNTS, type IngestionJob, type ModelUsage, type PriceTable } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { INN, library, LIGHT } from '../../test/ingestion-library.js';
import { JobBudgets, SpendingBudget, SpendingCapReached } from './spending-budget.js';

/** One unit of money per token. */
const PRICES: PriceTable = { currency: 'USD', models: { 'fake-words': { input: 1_000_000, output: 0 } } };
const usage = (inputTokens: number, model = 'fake-words'): ModelUsage => ({
  model,
  inputTokens,
  outputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
});

describe('a budget', () => {
  it('is spent up to its cap and never past it', () => {
    const sut = new SpendingBudget(10, PRICES);
    sut.spend(usage(7));
    expect(() => sut.spend(usage(4))).toThrow(SpendingCapReached);
    // The refused call took nothing from the budget.
    sut.spend(usage(3));
    expect(() => sut.spend(usage(1))).toThrow('The job may spend 10 USD, has spent 10, and its next step costs 1.');
  });

  it('lets models without a price be asked, and bounds nothing without a cap or prices', () => {
    const sut = new SpendingBudget(0, PRICES);
    sut.spend(usage(7, 'local'));
    expect([sut.bounds('local'), sut.bounds('fake-words')]).toEqual([false, true]);
    new SpendingBudget(null, PRICES).spend(usage(1_000));
    new SpendingBudget(0, null).spend(usage(1_000));
  });
});

describe('the budget of a job', () => {
  const job = { id: 'job-1', maxCost: 5, counts: NO_COUNTS } as IngestionJob;

  it('is what it asks for, never above what is granted, and the same for all tries of one start', () => {
    const granting = new JobBudgets(3, PRICES);
    expect(() => granting.of(job).spend(usage(4))).toThrow('may spend 3 USD');
    granting.of(job).spend(usage(3));
    expect(() => granting.of(job).spend(usage(1))).toThrow(SpendingCapReached);
    granting.of({ ...job, attempts: 2 }).spend(usage(3));
    expect(() => new JobBudgets(undefined, PRICES).of(job).spend(usage(6))).toThrow('may spend 5 USD');
  });

  it('needs prices', () => {
    expect(() => new JobBudgets(3, null)).toThrow('set MODEL_PRICES');
    expect(() => new JobBudgets(undefined, null).assertReckonable(1)).toThrow('MODEL_PRICES');
    new JobBudgets(undefined, null).assertReckonable(undefined);
  });
});

describe('an ingestion with a budget', () => {
  it('ends before the batch that would pass it, keeps what is stored, and goes on with another', async () => {
    const long = Array.from({ length: 90 }, (_, n) => `## Day ${n}\n\nThe lamp was lit at dusk on day ${n}.\n`).join(
      '\n',
    );
    const { ingest, estimate, find } = library({
      '/library/a-long.md': `# Log\n\n${long}`,
      '/library/inn.md': INN,
      '/library/light.md': LIGHT,
    });
    const { tokens } = await estimate();
    const first = new SpendingBudget(tokens - 1, PRICES);
    await expect(ingest(undefined, undefined, undefined, first)).rejects.toThrow(SpendingCapReached);
    expect(await find('lamp dusk')).not.toEqual([]);
    expect(await find('eel')).toEqual([]);
    // Stored documents cost nothing again.
    const { counts } = await ingest(undefined, undefined, undefined, new SpendingBudget(60, PRICES));
    expect(counts).toMatchObject({ added: 2, unchanged: 1, failed: 0 });
    expect(await find('eel')).toHaveLength(1);
  });
});
