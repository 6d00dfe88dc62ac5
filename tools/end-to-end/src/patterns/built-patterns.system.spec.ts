import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { WORKSPACE } from '../installation.js';
import { runProgram } from '../run-program.js';
import type { CollectedPattern } from './collect-patterns.js';
import { slowPatterns } from './slow-patterns.js';

const COLLECTOR = fileURLToPath(new URL('../../dist/patterns/collect-patterns.js', import.meta.url));
/** Most are put together while a package loads; fewer would mean that they are not seen. */
const FEWEST = 200;

describe('patterns that are put together at run time', () => {
  it('take linear time, also for names that are patterns themselves', async () => {
    const { stdout, stderr, code } = await runProgram({
      command: process.execPath,
      args: [COLLECTOR, WORKSPACE.root],
      cwd: join(WORKSPACE.root, 'tools'),
    });
    expect([code, stderr]).toEqual([0, '']);
    const patterns = JSON.parse(stdout) as readonly CollectedPattern[];
    expect(patterns.length).toBeGreaterThan(FEWEST);
    expect(slowPatterns(patterns)).toEqual([]);
  });
});
