import { describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import { InMemorySessionStore, ManualClock, messageOf } from '@arbiter/ports/testing';
import { SessionRetention } from './session-retention.js';

const live = new AbortController().signal;
const DAY_MS = 86_400_000;

async function stage() {
  const [sessions, clock] = [new InMemorySessionStore(), new ManualClock()];
  await sessions.append('s-1', [messageOf('a', { timestamp: new Date(clock.now()).toISOString() })], live);
  const failures: unknown[] = [];
  const settings = { days: 30, onFailure: (error: unknown) => failures.push(error) };
  return { sessions, clock, failures, sut: new SessionRetention(sessions, clock, settings) };
}

describe('SessionRetention', () => {
  it('keeps a session for thirty days after its last message, and not a moment longer', async () => {
    const { sut, clock, sessions } = await stage();
    clock.advance(30 * DAY_MS);
    expect(await sut.run()).toBe(0);
    clock.advance(1);
    expect(await sut.run()).toBe(1);
    expect(await sessions.recent('s-1', 1, live)).toBeNull();
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
