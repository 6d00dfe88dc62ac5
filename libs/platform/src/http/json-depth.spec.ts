import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isNestedDeeper } from './read-json-body.js';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('the depth of a JSON text', () => {
  it('is that of the value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(7), (value, most) => {
        expect(isNestedDeeper(JSON.stringify(value), most)).toBe(depthOf(value) > most);
      }),
    );
  });

  it.each([
    ['brackets in a string', '["[[[[", "\\"[[", "\\\\"]'],
    ['a string that never ends', '["[[[['],
    ['nothing', ''],
  ])('does not count %s', (_what, text) => {
    expect(isNestedDeeper(text, 1)).toBe(false);
  });

  it('is told of a megabyte of brackets without parsing it', () => {
    expect(isNestedDeeper('['.repeat(2 ** 20), 256)).toBe(true);
  });
});
