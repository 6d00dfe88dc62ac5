import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { excessOf, JSON_LIMITS } from './json-excess.js';

const UNLIMITED = { depth: Infinity, members: Infinity, values: Infinity };

function membersOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...membersOf(value).map(depthOf));
}

function mostMembersOf(value: unknown): number {
  return Math.max(membersOf(value).length, ...membersOf(value).map(mostMembersOf));
}

describe('what a JSON text has too much of', () => {
  it('is the depth of its value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(7), (value, depth) => {
        const excess = excessOf(JSON.stringify(value), { ...UNLIMITED, depth });
        expect(excess).toBe(depthOf(value) > depth ? 'depth' : null);
      }),
    );
  });

  it('is the longest of its lists and objects', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 1, max: 7 }), (value, members) => {
        const excess = excessOf(JSON.stringify(value), { ...UNLIMITED, members });
        expect(excess).toBe(mostMembersOf(value) > members ? 'members' : null);
      }),
    );
  });

  it.each([
    ['brackets and commas in a string', '["[[[[,,,", "\\"[[,", "\\\\"]'],
    ['a string that never ends', '["[[[[,,,'],
    ['nothing', ''],
  ])('does not count %s', (_what, text) => {
    expect(excessOf(text, { depth: 1, members: 3, values: 3 })).toBeNull();
  });

  it('is told of a megabyte of brackets, or of members, without parsing it', () => {
    expect(excessOf('['.repeat(2 ** 20))).toBe('depth');
    expect(excessOf(`[${'1,'.repeat(2 ** 19)}1]`)).toBe('members');
    expect(excessOf(`[${'[1,1,1,1,1,1,1,1,1],'.repeat(9_000)}1]`)).toBe('values');
  });

  it('is nothing for as many documents as a submission takes', () => {
    const metadata = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`key${index}`, index]));
    const sources = Array.from({ length: 1_000 }, () => ({ kind: 'inline', name: 'a.md', content: 'x', metadata }));
    expect(excessOf(JSON.stringify({ collection: 'x', sources }), JSON_LIMITS)).toBeNull();
  });
});
