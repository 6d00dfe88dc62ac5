import { describe, expect, it } from '@jest/globals';
import { pointIdOf } from './chunk-points.js';

describe('pointIdOf', () => {
  it('is a UUID of version 8, the same for the same chunk and commit', () => {
    expect(pointIdOf('d#0', 7)).toBe(pointIdOf('d#0', 7));
    expect(pointIdOf('é🔥'.repeat(500), 1)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });

  it('differs by chunk and by commit', () => {
    expect(new Set([pointIdOf('d#0', 7), pointIdOf('d#1', 7), pointIdOf('d#0', 8)]).size).toBe(3);
  });
});
