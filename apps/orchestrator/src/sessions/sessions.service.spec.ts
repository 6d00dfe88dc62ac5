import { listSessions, type Principal } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import {
  answerEventOf,
  answerRecordOf,
  costEntryOf,
  InMemoryAnswerEventLog,
  InMemoryAnswerRecordStore,
  InMemoryCostLedger,
  InMemoryInsightStore,
  InMemorySessionStore,
  keptInsightOf,
  ManualClock,
  messageOf,
} from '@arbiter/ports/testing';
import { ownSession } from '../access/ownership.js';
import { unitOf } from '../experiments/assign-variant.js';
import { SessionsService } from './sessions.service.js';

const live = new AbortController().signal;

async function stage() {
  const sessions = new InMemorySessionStore();
  const insights = new InMemoryInsightStore();
  const answers = new InMemoryAnswerRecordStore();
  await sessions.append('s-1', [messageOf('Who keeps the lamp?')], live);
  await insights.save(keptInsightOf('insight_1'), live);
  await answers.save(answerRecordOf('answer_1', { sessionId: 's-1' }), live);
  await answers.save(answerRecordOf('answer_2', { sessionId: 's-1' }), live);
  await answers.save(answerRecordOf('answer_3', { sessionId: 's-2' }), live);
  const costs = new InMemoryCostLedger();
  await costs.append(costEntryOf('answer_1', { sessionId: 's-1' }), live);
  const events = new InMemoryAnswerEventLog();
  for (const [index, sessionId] of ['s-1', 's-2'].entries()) {
    const unit = unitOf('fusion-1', { sessionId, principal: null });
    await events.append([answerEventOf(`answer_${index}`, { unit })], live);
  }
  const clock = new ManualClock();
  return {
    sessions,
    insights,
    answers,
    costs,
    events,
    sut: new SessionsService({ sessions, insights, answers, costs, events, clock }),
  };
}

describe('SessionsService', () => {
  it('exports everything that is held of a session, and nothing of another', async () => {
    const { sut } = await stage();
    expect(await sut.export('s-1', live)).toEqual({
      sessionId: 's-1',
      exportedAt: '2026-01-01T00:00:00.000Z',
      messages: [messageOf('Who keeps the lamp?')],
      insights: [keptInsightOf('insight_1').insight],
      answerIds: ['answer_1', 'answer_2'],
    });
  });

  it('lists the sessions of the caller alone, page by page, under the ids that it knows', async () => {
    const { sut, sessions } = await stage();
    const desk = { name: 'desk', role: 'reader', tenant: 'acme', groups: null } as const;
    const others = [
      { ...desk, name: 'gate' },
      { ...desk, tenant: 'other' },
      { ...desk, role: 'admin' as const, name: 'head' },
    ];
    for (const [index, id] of ['one', 'two', 'three'].entries()) {
      const said = messageOf(`Question ${id}?`, { timestamp: `2026-03-0${index + 1}T00:00:00.000Z` });
      await sessions.append(ownSession(desk, id), [said, messageOf('Yes.', { ...said, role: 'assistant' })], live);
    }
    await sessions.append(ownSession(others[0]!, 'one'), [messageOf('Not for the desk.')], live);
    const list = (principal: Principal | null, page: { limit?: number; after?: string } = {}) =>
      sut.list({ limit: 2, ...page }, { signal: live, principal });
    const first = await list(desk);
    expect(first.sessions).toEqual([
      { id: 'three', title: 'Question three?', messages: 2, updatedAt: '2026-03-03T00:00:00.000Z' },
      { id: 'two', title: 'Question two?', messages: 2, updatedAt: '2026-03-02T00:00:00.000Z' },
    ]);
    const second = await list(desk, { after: first.next! });
    expect([second.sessions.map(({ id }) => id), second.next]).toEqual([['one'], null]);
    expect((await Promise.all(others.map((other) => list(other)))).map(({ sessions: found }) => found.length)).toEqual([
      1, 0, 0,
    ]);
    const all = await list(null, { limit: 9 });
    expect(all.sessions.map(({ id }) => id)).toContain(ownSession(desk, 'three'));
    expect(all.sessions).toHaveLength(5);
    expect(listSessions.output.parse(all)).toEqual(all);
  });

  it('keeps what a deleted session has cost, and not whose it was', async () => {
    const { sut, costs } = await stage();
    await sut.delete('s-1', live);
    const entries = [];
    for await (const entry of costs.between({}, live)) entries.push(entry);
    expect(entries).toEqual([costEntryOf('answer_1')]);
  });

  it('exports what is left of a session whose messages have passed their retention', async () => {
    const { sut, sessions } = await stage();
    await sessions.deleteOlderThan('2027-01-01T00:00:00.000Z', live);
    expect(await sut.export('s-1', live)).toMatchObject({ messages: [], answerIds: ['answer_1', 'answer_2'] });
  });

  it('deletes everything about a session, and nothing of another', async () => {
    const { sut, answers, events } = await stage();
    expect(await sut.delete('s-1', live)).toEqual({ sessionId: 's-1', messages: true, insights: 1, answers: 2 });
    await expect(sut.export('s-1', live)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await answers.get('answer_3', live)).not.toBeNull();
    const left: string[] = [];
    for await (const { answerId } of events.read(live)) left.push(answerId);
    expect(left).toEqual(['answer_1']);
  });

  it('knows no session that was deleted before, or never was', async () => {
    const { sut } = await stage();
    await sut.delete('s-1', live);
    await expect(sut.delete('s-1', live)).rejects.toMatchObject({ code: 'NOT_FOUND', details: { sessionId: 's-1' } });
    await expect(sut.export('nobody', live)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('can be asked again after a deletion that failed half-way', async () => {
    const { sut, insights } = await stage();
    const deleteOfSession = insights.deleteOfSession.bind(insights);
    insights.deleteOfSession = () => Promise.reject(new Error('disk full'));
    await expect(sut.delete('s-1', live)).rejects.toThrow('disk full');
    insights.deleteOfSession = deleteOfSession;
    expect(await sut.delete('s-1', live)).toMatchObject({ messages: true, insights: 1, answers: 0 });
  });
});
