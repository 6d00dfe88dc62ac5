import { describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import { abortable } from './abortable.js';

const reason = new ArbiterError('CANCELLED', 'gone');

describe('abortable', () => {
  it('gives what the work gives, and throws what it throws', async () => {
    const { signal } = new AbortController();
    expect(await abortable(signal, () => Promise.resolve(7))).toBe(7);
    await expect(abortable(signal, () => Promise.reject(new TypeError('broken')))).rejects.toThrow('broken');
  });

  it('leaves with the signal, whatever the work does', async () => {
    const controller = new AbortController();
    const waiting = abortable(controller.signal, () => new Promise(() => undefined));
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });

  it('does not begin under a signal that is aborted already', async () => {
    let begun = false;
    const late = abortable(AbortSignal.abort(reason), () => Promise.resolve((begun = true)));
    await expect(late).rejects.toBe(reason);
    expect(begun).toBe(false);
  });
});
