import { describe, expect, it } from '@jest/globals';
import { nextTraceparent, SYSTEM_RUNTIME, traceIdOf } from './messaging.runtime.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const runtime = { ...SYSTEM_RUNTIME, randomHex: (bytes: number) => 'ab'.repeat(bytes) };

describe('nextTraceparent', () => {
  it('keeps trace and flags, and takes a span of its own', () => {
    expect(nextTraceparent(`00-${TRACE}-00f067aa0ba902b7-00`, runtime)).toBe(`00-${TRACE}-abababababababab-00`);
  });

  it('reads the fields it knows of a later version', () => {
    expect(nextTraceparent(`cc-${TRACE}-00f067aa0ba902b7-01-what-the-future-holds`, runtime)).toContain(TRACE);
  });

  it.each([
    undefined,
    '',
    TRACE,
    `ff-${TRACE}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`,
  ])('starts a new trace for %p', (parent) => {
    expect(nextTraceparent(parent, runtime)).toBe(`00-${'ab'.repeat(16)}-${'ab'.repeat(8)}-01`);
    expect(traceIdOf(parent ?? '')).toBeNull();
  });
});

describe('SYSTEM_RUNTIME', () => {
  it('never gives the same id twice, across many refills of its pool', () => {
    const ids = Array.from({ length: 5_000 }, () => SYSTEM_RUNTIME.randomHex(16));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true);
  });
});
