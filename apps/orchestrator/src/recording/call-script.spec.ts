import type { RecordedCall } from '@arbiter/contracts';
import { flightRecordOf } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { CallScript } from './call-script.js';

/** A call that was begun in the place where it stands, and ended in this one. */
function call(name: string, input: unknown, output: unknown, ended: number): RecordedCall {
  return {
    name,
    revision: 1,
    parent: null,
    input,
    events: [],
    output,
    error: null,
    annotations: {},
    startedAt: 0,
    ms: 1,
    ended,
    cutBytes: 0,
  };
}

const scriptOf = (...calls: RecordedCall[]): CallScript => new CallScript(flightRecordOf({ calls }));

describe('CallScript', () => {
  it('answers equal requests in the order in which they were made, whatever the order of their keys', async () => {
    const script = scriptOf(call('a.b', { x: 1, y: 2 }, 'first', 0), call('a.b', { y: 2, x: 1 }, 'second', 1));
    expect((await script.take('a.b', { y: 2, x: 1 })).output).toBe('first');
    expect((await script.take('a.b', { x: 1, y: 2 })).output).toBe('second');
    expect(() => script.take('a.b', { x: 1, y: 2 })).toThrow('The record holds no such request to a.b');
    expect(script.missing).toEqual([{ name: 'a.b', input: { x: 1, y: 2 } }]);
  });

  it('lets calls that run side by side end as they ended before', async () => {
    const script = scriptOf(call('a.b', 1, 'one', 2), call('a.b', 2, 'two', 0), call('a.b', 3, 'three', 1));
    const ended: unknown[] = [];
    await Promise.all([1, 2, 3].map(async (input) => ended.push((await script.take('a.b', input)).output)));
    expect(ended).toEqual(['two', 'three', 'one']);
    expect(script.left).toEqual([]);
  });

  it('knows a request by what was left of it when its secrets went', async () => {
    const script = scriptOf(call('a.b', { headers: { Authorization: '[redacted]' }, url: 'x' }, 'ok', 0));
    expect((await script.take('a.b', { url: 'x', headers: { Authorization: 'Bearer 1' } })).output).toBe('ok');
  });
});
