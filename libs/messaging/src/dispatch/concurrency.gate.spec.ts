import { ArbiterError } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { CancellationSource } from '../call/cancellation.js';
import { ConcurrencyGate, type ConcurrencyLimits, type Slot } from './concurrency.gate.js';

/** A gate on a clock that the test sets; slots are given back in the order in which they were taken. */
class GateUnderTest {
  now = 0;
  readonly gate: ConcurrencyGate;
  readonly taken: Slot[] = [];

  constructor(limits: ConcurrencyLimits) {
    this.gate = new ConcurrencyGate(limits, () => this.now);
  }

  async enter(remainingMs?: number, caller = new CancellationSource()): Promise<void> {
    this.taken.push(await this.gate.enter(caller, remainingMs));
  }

  /** Lets so much time pass, then ends the oldest call. */
  async endAfter(ms: number, isTypical?: boolean): Promise<void> {
    this.now += ms;
    const slot = this.taken.shift();
    if (!slot) throw new TypeError('no call runs');
    this.gate.leave(slot, isTypical);
    await Promise.resolve();
  }
}

/** Two slots and a queue of ten, after two calls side by side that took a second. */
async function busyGate(): Promise<GateUnderTest> {
  const sut = new GateUnderTest({ running: 2, waiting: 10 });
  await sut.enter();
  await sut.enter();
  const next = [sut.enter(), sut.enter()];
  await sut.endAfter(1_000);
  await sut.endAfter(0);
  await Promise.all(next);
  return sut;
}

/** Calls at once, of which each has so long; the codes that they were refused with, or `waits`. */
function crowd(sut: GateUnderTest, calls: number, remainingMs: number): Promise<string[]> {
  return Promise.all(
    Array.from({ length: calls }, () => {
      const entering = sut.enter(remainingMs).then(
        () => 'runs',
        (error: unknown) => (error as ArbiterError).code,
      );
      return Promise.race([entering, new Promise<string>((resolve) => setImmediate(() => resolve('waits')))]);
    }),
  );
}

function countOf(codes: readonly string[], code: string): number {
  return codes.filter((other) => other === code).length;
}

describe('ConcurrencyGate', () => {
  it('lets those who wait in by the order in which they came', async () => {
    const sut = await busyGate();
    const order: string[] = [];
    const waiting = ['a', 'b', 'c'].map((name) => sut.enter().then(() => order.push(name)));
    for (let ended = 0; ended < 3; ended += 1) await sut.endAfter(1_000);
    await Promise.all(waiting);
    expect(order).toEqual(['a', 'b', 'c']);
  });

  it('forgets who loses interest while waiting', async () => {
    const sut = await busyGate();
    const caller = new CancellationSource();
    const waiting = sut.enter(undefined, caller);
    const next = sut.enter();
    caller.abort(new ArbiterError('CANCELLED', 'gone'));
    await expect(waiting).rejects.toMatchObject({ code: 'CANCELLED' });
    await sut.endAfter(1_000);
    await expect(next).resolves.toBeUndefined();
  });

  // Two slots, a second each: who comes to an empty queue waits half a second and then takes one.
  it('refuses who would still be at work when the time is over, and says when to come again', async () => {
    const sut = await busyGate();
    await expect(sut.enter(1_499)).rejects.toMatchObject({
      code: 'OVERLOADED',
      details: { running: 2, waiting: 0, retryAfterMs: 500 },
    });
    const first = sut.enter(1_500);
    await expect(sut.enter(1_999)).rejects.toMatchObject({ code: 'OVERLOADED' });
    await sut.endAfter(500);
    await expect(first).resolves.toBeUndefined();
  });

  it('lets no more wait than run as long as nobody knows how long it takes', async () => {
    const sut = new GateUnderTest({ running: 16, waiting: 512 });
    const codes = await crowd(sut, 200, 60_000);
    expect([countOf(codes, 'runs'), countOf(codes, 'waits'), countOf(codes, 'OVERLOADED')]).toEqual([16, 16, 168]);
    await expect(sut.enter(60_000)).rejects.toMatchObject({ details: { retryAfterMs: 1_000 } });
  });

  it('expects nothing of a crowd from a call that ran alone', async () => {
    const sut = new GateUnderTest({ running: 16, waiting: 512 });
    await sut.enter();
    await sut.endAfter(300);
    expect(countOf(await crowd(sut, 200, 60_000), 'OVERLOADED')).toBe(168);
  });

  it('lets in whom it can serve in time once a call has ended under full load', async () => {
    const sut = new GateUnderTest({ running: 16, waiting: 512 });
    await crowd(sut, 32, 60_000);
    await sut.endAfter(14_000);
    // 14 s · ((places + 1) / 16 + 1) ≤ 60 s holds for 52 places, of which the first crowd has 15.
    const codes = await crowd(sut, 200, 60_000);
    expect(countOf(codes, 'waits')).toBe(37);
    expect(countOf(codes, 'OVERLOADED')).toBe(163);
  });

  it('refuses those who wait and can no longer be in time, as soon as calls have become slower', async () => {
    const sut = await busyGate();
    const late = sut.enter(4_000);
    const inTime = sut.enter(60_000);
    await sut.endAfter(30_000);
    await expect(late).rejects.toMatchObject({ code: 'OVERLOADED' });
    await expect(inTime).resolves.toBeUndefined();
  });

  it('sees by those that run that calls have become slower, before one of them has ended', async () => {
    const sut = await busyGate();
    sut.now += 20_000;
    await expect(sut.enter(10_000)).rejects.toMatchObject({ code: 'OVERLOADED' });
  });

  it('lets everybody try where a slot is free, however long calls take', async () => {
    const sut = new GateUnderTest({ running: 1, waiting: 1 });
    await sut.enter(1);
    const waiting = sut.enter(60_000);
    await sut.endAfter(60_000, false);
    await waiting;
    await sut.endAfter(60_000);
    await expect(sut.enter(1)).resolves.toBeUndefined();
  });

  it('learns nothing of calls that were taken back', async () => {
    const sut = await busyGate();
    await sut.endAfter(1, false);
    await sut.enter();
    await expect(sut.enter(1_499)).rejects.toMatchObject({ code: 'OVERLOADED' });
  });

  it('learns when calls take longer or shorter than they did', async () => {
    const sut = await busyGate();
    for (let calls = 0; calls < 50; calls += 1) {
      const next = sut.enter();
      await sut.endAfter(50);
      await next;
    }
    expect(await crowd(sut, 1, 200)).toEqual(['waits']);
    await expect(sut.enter(140)).rejects.toMatchObject({ code: 'OVERLOADED' });
  });

  it.each([
    { running: 0, waiting: 1 },
    { running: 1, waiting: -1 },
    { running: Number.NaN, waiting: 1 },
  ])('cannot be made for %p', (limits) => {
    expect(() => new ConcurrencyGate(limits)).toThrow(RangeError);
  });
});
