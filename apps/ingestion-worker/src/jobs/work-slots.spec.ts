import { describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import { ManualClock } from '@arbiter/ports/testing';
import { WorkSlots } from './work-slots.js';

const live = new AbortController().signal;
const SLICE_MS = 1_000;

function oneSlot() {
  const clock = new ManualClock();
  return { clock, slots: new WorkSlots(1, SLICE_MS, () => clock.monotonic()) };
}

/** Whether a promise is still pending once all due work has run. */
async function isOpen(promise: Promise<unknown>): Promise<boolean> {
  return Promise.race([
    promise.then(() => false),
    new Promise<boolean>((resolve) => setImmediate(() => resolve(true))),
  ]);
}

describe('WorkSlots', () => {
  it('lets a job go on as long as nobody waits, however long it takes', async () => {
    const { clock, slots } = oneSlot();
    const job = await slots.acquire(live);
    clock.advance(3_600_000);
    await expect(job.turn(live)).resolves.toBeUndefined();
  });

  it('takes a slot from a job after its slice, and gives it back when the others had their turns', async () => {
    const { clock, slots } = oneSlot();
    const long = await slots.acquire(live);
    const short = slots.acquire(live);
    clock.advance(SLICE_MS - 1);
    await long.turn(live);
    expect(await isOpen(short)).toBe(true);
    clock.advance(1);
    const paused = long.turn(live);
    const other = await short;
    expect(await isOpen(paused)).toBe(true);
    other.release();
    await expect(paused).resolves.toBeUndefined();
    expect(slots.isWanted).toBe(false);
  });

  it('pauses all readers of a job together', async () => {
    const { clock, slots } = oneSlot();
    const long = await slots.acquire(live);
    const short = slots.acquire(live);
    clock.advance(SLICE_MS);
    const readers = [long.turn(live), long.turn(live)];
    (await short).release();
    await Promise.all(readers);
    const next = slots.acquire(live);
    long.release();
    await expect(next).resolves.toBeDefined();
  });

  it('forgets a job that is stopped while it waits, and gives its slot to no other twice', async () => {
    const { clock, slots } = oneSlot();
    const stopping = new AbortController();
    const long = await slots.acquire(live);
    const short = slots.acquire(live);
    clock.advance(SLICE_MS);
    const paused = long.turn(stopping.signal);
    const working = await short;
    stopping.abort(new ArbiterError('CANCELLED', 'Stopped.'));
    await expect(paused).rejects.toMatchObject({ code: 'CANCELLED' });
    long.release();
    const next = slots.acquire(live);
    expect(await isOpen(next)).toBe(true);
    working.release();
    await expect(next).resolves.toBeDefined();
  });
});
