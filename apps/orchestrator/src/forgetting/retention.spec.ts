import { describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import {
  answerEventOf,
  answerRecordOf,
  InMemoryAnswerEventLog,
  InMemoryAnswerRecordStore,
  InMemorySessionStore,
  ManualClock,
  messageOf,
} from '@arbiter/ports/testing';
import { Retention, type RetentionSettings } from './retention.js';

const live = new AbortController().signal;
const DAY_MS = 86_400_000;

async function stage(limits: Partial<RetentionSettings> = {}) {
  const [sessions, answers, clock] = [new InMemorySessionStore(), new InMemoryAnswerRecordStore(), new ManualClock()];
  const now = new Date(clock.now()).toISOString();
  const events = new InMemoryAnswerEventLog();
  await events.append([answerEventOf('a', { at: now })], live);
  await sessions.append('s-1', [messageOf('a', { timestamp: now })], live);
  await answers.save(answerRecordOf('a', { createdAt: now }), live);
  await answers.save(answerRecordOf('b', { createdAt: now }), live);
  const failures: unknown[] = [];
  const onFailure = (error: unknown): void => void failures.push(error);
  const settings = { sessionDays: 30, answerDays: 90, answers: 10, onFailure, ...limits };
  const left = async () => (await answers.list({ limit: 9 }, live)).map(({ id }) => id);
  const logged = async (): Promise<string[]> => {
    const ids: string[] = [];
    for await (const { answerId } of events.read(live)) ids.push(answerId);
    return ids;
  };
  const sut = new Retention({ sessions, answers, events, clock }, settings);
  return { sessions, clock, failures, left, logged, sut };
}

describe('Retention', () => {
  it('keeps a session for thirty days after its last message, and not a moment longer', async () => {
    const { sut, clock, sessions, left } = await stage();
    clock.advance(30 * DAY_MS);
    expect(await sut.run()).toBe(0);
    clock.advance(1);
    expect(await sut.run()).toBe(1);
    expect(await sessions.recent('s-1', 1, live)).toBeNull();
    expect(await left()).toEqual(['b', 'a']);
  });

  it('keeps the record of an answer for ninety days, session or not', async () => {
    const { sut, clock, left, logged } = await stage({ sessionDays: 0 });
    clock.advance(90 * DAY_MS);
    expect(await sut.run()).toBe(0);
    expect(await logged()).toEqual(['a']);
    clock.advance(1);
    expect(await sut.run()).toBe(2);
    expect(await left()).toEqual([]);
    expect(await logged()).toEqual([]);
  });

  it('keeps what happened to an answer longer than the answer where there are many', async () => {
    const { sut, left, logged } = await stage({ answers: 1 });
    await sut.run();
    expect([await left(), await logged()]).toEqual([['b'], ['a']]);
  });

  it('keeps the newest records where there are many', async () => {
    const { sut, left } = await stage({ answers: 1 });
    expect(await sut.run()).toBe(1);
    expect(await left()).toEqual(['b']);
  });

  it('keeps everything where no limit is set', async () => {
    const { sut, clock, left } = await stage({ sessionDays: 0, answerDays: 0, answers: 0 });
    clock.advance(4_000 * DAY_MS);
    expect(await sut.run()).toBe(0);
    expect(await left()).toEqual(['b', 'a']);
  });

  it('runs when it is started', async () => {
    const { sut, clock, sessions } = await stage();
    clock.advance(31 * DAY_MS);
    sut.start();
    // The run that was begun is the one that is waited for.
    expect(await sut.run()).toBe(1);
    await sut.stop();
    expect(await sessions.recent('s-1', 1, live)).toBeNull();
  });

  it('tells of a run that failed, and is not ended by it', async () => {
    const { sut, sessions, failures } = await stage();
    const broken = new ArbiterError('UNAVAILABLE', 'The broker is away.');
    sessions.deleteOlderThan = () => Promise.reject(broken);
    sut.start();
    await expect(sut.run()).rejects.toBe(broken);
    await sut.stop();
    expect(failures).toEqual([broken]);
  });

  it('ends a run that is under way when it is stopped', async () => {
    const { sut, sessions } = await stage();
    sessions.deleteOlderThan = (_before, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    const run = sut.run();
    await Promise.all([sut.stop(), expect(run).rejects.toMatchObject({ name: 'AbortError' })]);
  });
});
