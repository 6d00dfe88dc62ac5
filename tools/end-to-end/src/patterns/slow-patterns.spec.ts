import { describe, expect, it } from '@jest/globals';
import { WORKSPACE } from '../installation.js';
import { patternLiterals } from './pattern-literals.js';
import { slowPatterns } from './slow-patterns.js';

/** There are more; fewer would mean that they are not seen. */
const FEWEST = 2_000;

describe('regular expression literals of production code', () => {
  it('take linear time', () => {
    const literals = patternLiterals(WORKSPACE.root);
    expect(literals.length).toBeGreaterThan(FEWEST);
    expect(slowPatterns(literals)).toEqual([]);
  });

  it.each(['(?:a+)+b', 'a+b?a+c', String.raw`\s+$`])('are refused like %s', (source) => {
    expect(slowPatterns([{ source, flags: 'u', madeAt: 'here' }])).toHaveLength(1);
  });
});
