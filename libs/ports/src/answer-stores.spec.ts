import type { AnswerEvent } from '@arbiter/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AnswerEventLog, CostEntry, CostLedger, CostPeriod, FeedbackStore } from './answer-stores.js';
import {
  answerEventOf,
  costEntryOf,
  feedbackOf,
  InMemoryAnswerEventLog,
  InMemoryCostLedger,
  InMemoryFeedbackStore,
} from './testing/index.js';

const live = new AbortController().signal;

describe('FeedbackStore', () => {
  let store: FeedbackStore;
  beforeEach(() => {
    store = new InMemoryFeedbackStore();
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
});

describe('CostLedger', () => {
  let ledger: CostLedger;
  beforeEach(() => {
    ledger = new InMemoryCostLedger();
  });

  const entries = async (period: CostPeriod = {}): Promise<CostEntry[]> => {
    const found: CostEntry[] = [];
    for await (const entry of ledger.between(period, live)) found.push(entry);
    return found;
  };

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
});

describe('AnswerEventLog', () => {
  let log: AnswerEventLog;
  beforeEach(() => {
    log = new InMemoryAnswerEventLog();
  });

  const events = async (): Promise<AnswerEvent[]> => {
    const found: AnswerEvent[] = [];
    for await (const event of log.read(live)) found.push(event);
    return found;
  };

  it('deletes what is chosen, and nothing else', async () => {
    await log.append([answerEventOf('a'), answerEventOf('b', { unit: 'unit-2' }), answerEventOf('c')], live);
    expect(await log.deleteWhere(({ unit }) => unit === 'unit-1', live)).toBe(2);
    expect(await log.deleteWhere(({ unit }) => unit === 'unit-1', live)).toBe(0);
    expect((await events()).map(({ answerId }) => answerId)).toEqual(['b']);
  });
});
