import { describe, expect, it } from '@jest/globals';
import { RequestGate, type Urgency } from './ollama-embedder.js';

const signal = (): AbortSignal => new AbortController().signal;

describe('RequestGate', () => {
  it('lets urgent requests before patient ones that wait, each in order', async () => {
    const sut = new RequestGate(1);
    const order: string[] = [];
    const run = (urgency: Urgency, name: string) =>
      sut.run(urgency, signal(), async () => {
        order.push(name);
        await Promise.resolve();
      });
    await Promise.all([run('patient', 'd1'), run('patient', 'd2'), run('urgent', 'q1'), run('urgent', 'q2')]);
    expect(order).toEqual(['d1', 'q1', 'q2', 'd2']);
  });

  it('goes on after a request that fails', async () => {
    const sut = new RequestGate(1);
    await expect(sut.run('urgent', signal(), () => Promise.reject(new RangeError('no')))).rejects.toThrow('no');
    await expect(sut.run('urgent', signal(), () => Promise.resolve(1))).resolves.toBe(1);
  });

  it('lets one that waits go, and never runs it', async () => {
    const sut = new RequestGate(1);
    const controller = new AbortController();
    let release = (): void => undefined;
    const first = sut.run('patient', signal(), () => new Promise<void>((resolve) => (release = resolve)));
    const gone = sut.run('patient', controller.signal, () => Promise.reject(new Error('it ran')));
    const outcome = expect(gone).rejects.toThrow('left');
    controller.abort(new Error('left'));
    await outcome;
    release();
    await first;
    await expect(sut.run('patient', signal(), () => Promise.resolve('next'))).resolves.toBe('next');
  });
});
