import type { ModelCall } from '@arbiter/contracts';
import { flightRecordOf } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { packRun, type UnpackedRun } from './pack-run.js';

const { formatVersion: _format, texts: _texts, cut: _cut, calls, ...rest } = flightRecordOf();
const [template] = calls;
if (!template) throw new Error('the run of tests has a call');

/** A run whose calls bring so many characters each. */
function runOf(sizes: readonly number[], overrides: Partial<UnpackedRun> = {}): UnpackedRun {
  const calls = sizes.map((size, index) => ({ ...template!, input: { index }, output: `${index}`.repeat(size) }));
  return { ...rest, calls, ...overrides };
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

describe('packRun', () => {
  it('cuts nothing of a run that fits', () => {
    const packed = packRun(runOf([500, 500]));
    expect(packed.cut).toBeNull();
    expect(packed.calls.map(({ cutBytes }) => cutBytes)).toEqual([0, 0]);
  });

  it('leaves out what the largest calls hold, and says of which and how much', () => {
    const packed = packRun(runOf([900, 9_000, 5_000, 800]), 5_000);
    expect(bytesOf(packed)).toBeLessThanOrEqual(5_000);
    expect(packed.cut).toEqual({ calls: 2, events: 0, result: false });
    expect(packed.calls.map(({ input, cutBytes }) => [input, cutBytes > 0])).toEqual([
      [{ index: 0 }, false],
      [null, true],
      [null, true],
      [{ index: 3 }, false],
    ]);
    expect(packed.calls[1]?.cutBytes).toBeGreaterThan(9_000);
    expect(Object.values(packed.texts).map(({ length }) => length)).toEqual([900, 800]);
  });

  it('leaves out what language models were asked before anything that a replay needs', () => {
    const run = runOf([500]);
    const modelCalls = [{ system: 'x'.repeat(9_000) }, { system: 'y'.repeat(9_000) }] as unknown as ModelCall[];
    const calls = run.calls.map((call) => ({ ...call, modelCalls }));
    expect(packRun({ ...run, calls }).calls[0]?.modelCalls).toHaveLength(2);
    const packed = packRun({ ...run, calls }, 5_000);
    expect(packed.cut).toEqual({ prompts: 2, calls: 0, events: 0, result: false });
    expect(packed.calls[0]).toMatchObject({ input: { index: 0 }, cutBytes: 0 });
    expect(packed.calls[0]).not.toHaveProperty('modelCalls');
    expect(Object.values(packed.texts).join('')).not.toMatch(/xxx|yyy/);
  });

  it('leaves out events, then the result, where that is not enough', () => {
    const events = Array.from({ length: 50 }, (_, index) => ({ type: 'token', text: `${index}`.repeat(100) }));
    expect(packRun(runOf([10], { events }), 4_000)).toMatchObject({
      events: [],
      result: { answer: 'Mara keeps the lamp. [1]' },
      cut: { calls: 1, events: 50, result: false },
    });
    const result = { answer: 'x'.repeat(9_000) };
    expect(packRun(runOf([10], { events, result }), 4_000)).toMatchObject({
      result: null,
      cut: { calls: 1, events: 50, result: true },
    });
  });

  it('keeps no secret that stands in an input, and every other word', () => {
    const secret = { 'X-Api-Key': 'k-1', authorization: 'Bearer t-1', nested: [{ password: 'p-1', tokens: 3 }] };
    const packed = packRun(runOf([], { request: secret, calls: [{ ...template, input: [secret] }] }));
    expect(JSON.stringify(packed)).not.toMatch(/k-1|t-1|p-1/);
    expect(packed.request).toEqual({
      'X-Api-Key': '[redacted]',
      authorization: '[redacted]',
      nested: [{ password: '[redacted]', tokens: 3 }],
    });
  });
});
