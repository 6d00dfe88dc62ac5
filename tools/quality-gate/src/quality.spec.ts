import { describe, expect, it } from '@jest/globals';
import { IS_SOAK } from '@arbiter/testing';
import { readBaseline } from './baseline-file.js';
import { compareWithBaseline, describeVerdict } from './compare-with-baseline.js';
import { measureSet } from './measure-set.js';
import { QUALITY_SETS } from './quality-sets.js';

describe('the search is as good as it was', () => {
  for (const set of QUALITY_SETS) {
    const against = set.missing ?? (set.inEveryRun || IS_SOAK ? null : 'npm run test:soak measures it');
    const on = against === null ? it : it.skip;
    on(`on ${set.name}${against === null ? '' : ` (skipped: ${against})`}`, async () => {
      const verdict = compareWithBaseline(await readBaseline(set.name), await measureSet(set));
      // The message is what tells which queries fell.
      expect(verdict.passed ? '' : describeVerdict(set.name, verdict)).toBe('');
    });
  }
});
