import { ArbiterError } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { CancellationSource } from './cancellation.js';

const gone = new ArbiterError('CANCELLED', 'Gone.');

describe('CancellationSource', () => {
  it('tells each listener once, the signal too, and keeps the first reason', () => {
    const source = new CancellationSource();
    const { signal } = source;
    const told: ArbiterError[] = [];
    source.onAbort((reason) => told.push(reason));
    const stop = source.onAbort(() => told.push(new ArbiterError('INTERNAL', 'Must not be told.')));
    stop();
    source.abort(gone);
    source.abort(new ArbiterError('DEADLINE_EXCEEDED', 'Too late.'));
    expect(told).toEqual([gone]);
    expect(signal.reason).toBe(gone);
  });

  it('tells at once who comes after', () => {
    const source = new CancellationSource();
    source.abort(gone);
    const told: ArbiterError[] = [];
    source.onAbort((reason) => told.push(reason));
    expect(told).toEqual([gone]);
    expect(source.signal.aborted).toBe(true);
  });
});
