import { describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import { CancellationSource } from '../call/cancellation.js';
import { ConcurrencyGate } from './concurrency.gate.js';

/** Two slots and a queue of ten, after a call that took a second. */
async function busyGate(): Promise<ConcurrencyGate> {
  const gate = new ConcurrencyGate({ running: 2, waiting: 10 });
  await gate.enter(new CancellationSource());
  gate.leave(1_000);
  await gate.enter(new CancellationSource());
  await gate.enter(new CancellationSource());
  return gate;
}

describe('ConcurrencyGate', () => {
  it('lets those who wait in by the order in which they came', async () => {
    const gate = await busyGate();
    const order: string[] = [];
    const waiting = ['a', 'b', 'c'].map((name) => gate.enter(new CancellationSource()).then(() => order.push(name)));
    for (let ended = 0; ended < 3; ended += 1) gate.leave(1_000);
    await Promise.all(waiting);
    expect(order).toEqual(['a', 'b', 'c']);
  });

  it('forgets who loses interest while waiting', async () => {
    const gate = await busyGate();
    const caller = new CancellationSource();
    const waiting = gate.enter(caller);
    const next = gate.enter(new CancellationSource());
    caller.abort(new ArbiterError('CANCELLED', 'gone'));
    await expect(waiting).rejects.toMatchObject({ code: 'CANCELLED' });
    gate.leave(1_000);
    await expect(next).resolves.toBeUndefined();
  });

  // Two slots, a second each: who comes to an empty queue waits half a second and then takes one.
  it('refuses who would still be at work when the time is over, and says when to come again', async () => {
    const gate = await busyGate();
    await expect(gate.enter(new CancellationSource(), 1_499)).rejects.toMatchObject({
      code: 'OVERLOADED',
      details: { running: 2, waiting: 0, retryAfterMs: 500 },
    });
    const first = gate.enter(new CancellationSource(), 1_500);
    await expect(gate.enter(new CancellationSource(), 1_999)).rejects.toMatchObject({ code: 'OVERLOADED' });
    gate.leave(1_000);
    await expect(first).resolves.toBeUndefined();
  });

  it('lets everybody try where a slot is free, and where nobody knows yet how long it takes', async () => {
    const gate = new ConcurrencyGate({ running: 1, waiting: 1 });
    await expect(gate.enter(new CancellationSource(), 1)).resolves.toBeUndefined();
    const waiting = gate.enter(new CancellationSource(), 1);
    gate.leave(60_000);
    await expect(waiting).resolves.toBeUndefined();
  });

  it('learns when calls take longer or shorter than they did', async () => {
    const gate = await busyGate();
    for (let calls = 0; calls < 50; calls += 1) {
      const next = gate.enter(new CancellationSource());
      gate.leave(100);
      await next;
    }
    await expect(Promise.race([gate.enter(new CancellationSource(), 200), Promise.resolve('waits')])).resolves.toBe(
      'waits',
    );
    await expect(gate.enter(new CancellationSource(), 140)).rejects.toMatchObject({ code: 'OVERLOADED' });
  });

  it.each([
    { running: 0, waiting: 1 },
    { running: 1, waiting: -1 },
    { running: Number.NaN, waiting: 1 },
  ])('cannot be made for %p', (limits) => {
    expect(() => new ConcurrencyGate(limits)).toThrow(RangeError);
  });
});
