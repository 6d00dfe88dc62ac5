import { unpackTexts } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { TextPool } from './pack-run.js';

const LONG = 'Mara keeps the lamp of the northern light, and has done so for forty years. 🕯️';

describe('TextPool', () => {
  it('keeps a long text once, however often it comes', () => {
    const pool = new TextPool();
    const packed = pool.pack({ results: [{ content: LONG }], again: [LONG, 'short'] });
    expect(JSON.stringify(packed)).not.toContain('Mara');
    expect(Object.values(pool.texts)).toEqual([LONG]);
    expect(unpackTexts(packed, pool.texts)).toEqual({ results: [{ content: LONG }], again: [LONG, 'short'] });
  });

  it.each([
    ['a reference', { $text: '0123456789abcdef' }],
    ['a reference to a text that is there', { a: LONG, b: { $text: '5f0f5f0f5f0f5f0f' } }],
    ['a wrapping', { $literal: { $text: 'x' } }],
    ['a wrapping of a long text', { $literal: LONG }],
    ['more than a reference', { $text: LONG, other: 1 }],
    ['what JSON has', [null, true, 1.5, '', [], {}, { a: null }]],
  ])('gives back %s that was there by itself', (_, value) => {
    const pool = new TextPool();
    const packed: unknown = JSON.parse(JSON.stringify(pool.pack(value)));
    expect(unpackTexts(packed, pool.texts)).toEqual(value);
  });

  it('leaves out what JSON would leave out', () => {
    expect(new TextPool().pack({ a: undefined, b: [undefined] })).toEqual({ b: [null] });
  });
});
