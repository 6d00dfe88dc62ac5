import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Interruption } from './interruption.js';

describe('the wish to stop', () => {
  let source: EventEmitter;
  let forced: number[];
  let now: number;
  let interruption: Interruption;

  beforeEach(() => {
    source = new EventEmitter();
    forced = [];
    now = 1_000;
    interruption = new Interruption({
      source: source,
      now: () => now,
      force: (exitCode) => forced.push(exitCode),
    });
  });

  it('is not there at first', () => {
    expect(interruption.signal.aborted).toBe(false);
    expect(interruption.exitCode).toBeNull();
  });

  it('asks with the first Ctrl-C and forces with the second', () => {
    source.emit('SIGINT');
    expect(interruption.signal.aborted).toBe(true);
    expect({ forced, exitCode: interruption.exitCode }).toEqual({ forced: [], exitCode: 130 });
    now += 2_000;
    source.emit('SIGINT');
    expect(forced).toEqual([130]);
  });

  it('takes the Ctrl-C that npm passes on once more for the same one', () => {
    source.emit('SIGINT');
    now += 30;
    source.emit('SIGINT');
    expect(forced).toEqual([]);
  });

  it('exits with 143 when told to terminate', () => {
    source.emit('SIGTERM');
    expect(interruption.exitCode).toBe(143);
  });

  it('listens no longer once closed', () => {
    interruption.close();
    expect(source.listenerCount('SIGINT') + source.listenerCount('SIGTERM')).toBe(0);
  });
});
