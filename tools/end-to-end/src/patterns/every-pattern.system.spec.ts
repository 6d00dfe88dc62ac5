import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { IS_SOAK, soakSample } from '@arbiter/ports/testing';
import { WORKSPACE } from '../installation.js';
import { runProgram } from '../run-program.js';
import { BOUNDED } from './bounded-patterns.js';
import type { CollectedPattern } from './collect-patterns.js';
import { COMMON_SHAPES, ownShapes, type Shape } from './hostile-shapes.js';
import { everywhere, LONGEST_TEXT, overrun } from './pattern-cost.js';
import { patternLiterals } from './pattern-literals.js';

const COLLECTOR = fileURLToPath(new URL('../../dist/patterns/collect-patterns.js', import.meta.url));
/** There are more; fewer would mean that they are not seen. */
const FEWEST = 2_000;
/** Of a run that is no soak. */
const SAMPLE = 250;
/** Outside a soak a longer text is only tried where this one, of so many code units, arouses suspicion. */
const ENOUGH = IS_SOAK ? LONGEST_TEXT : 16_000;

/** Patterns of production code, each once. */
async function everyPattern(): Promise<CollectedPattern[]> {
  const { stdout, stderr, code } = await runProgram({
    command: process.execPath,
    args: [COLLECTOR, WORKSPACE.root],
    cwd: join(WORKSPACE.root, 'tools'),
  });
  expect([code, stderr]).toEqual([0, '']);
  const built = (JSON.parse(stdout) as readonly CollectedPattern[]).map((one) => ({
    ...one,
    madeAt: one.madeAt.replace('/dist/', '/src/').replace('.js:', '.ts:'),
  }));
  const all = [...patternLiterals(WORKSPACE.root), ...built];
  // The same pattern in two places counts where it may be given more.
  all.sort((a, b) => longestFor(a) - longestFor(b));
  return [...new Map(all.map((one) => [`${one.source}/${one.flags}`, one])).values()];
}

function longestFor({ madeAt }: CollectedPattern): number {
  return BOUNDED.find(({ under }) => madeAt.startsWith(under))?.longest ?? LONGEST_TEXT;
}

/** What one pattern does wrong, for people. */
function complaints(one: CollectedPattern): string[] {
  const { shapes, isExponential } = ownShapes(one.source, one.flags);
  const name = `${one.madeAt}: ${one.source}`;
  if (isExponential) return [`${name} takes exponential time`];
  const pattern = everywhere(one);
  for (const shape of [...shapes, ...COMMON_SHAPES]) {
    const over = overrun(pattern, shape, longestFor(one), Math.min(ENOUGH, longestFor(one)));
    if (over) return [`${name} takes ${over.ms.toFixed(0)} ms for ${over.length} of ${JSON.stringify(shape)}`];
  }
  return [];
}

describe('every pattern of production code', () => {
  it('reads a million characters of any shape in less than 100 ms of a processor', async () => {
    const all = await everyPattern();
    expect(all.length).toBeGreaterThan(FEWEST);
    expect(soakSample('patterns', all, SAMPLE).flatMap(complaints)).toEqual([]);
  }, 7_200_000);

  it('has no exception for code that is gone', () => {
    const gone = BOUNDED.filter(({ under }) => !existsSync(join(WORKSPACE.root, under)));
    expect(gone).toEqual([]);
  });
});

describe('the search for slow patterns', () => {
  const slow = (pattern: RegExp): boolean => {
    const shapes: readonly Shape[] = [...ownShapes(pattern.source, pattern.flags).shapes, ...COMMON_SHAPES];
    return shapes.some((shape) => overrun(everywhere(pattern), shape, LONGEST_TEXT, 16_000) !== undefined);
  };

  it.each([
    // eslint-disable-next-line regexp/no-super-linear-move -- what is to be found
    [/\s+$/],
    // eslint-disable-next-line regexp/no-super-linear-move -- what is to be found
    [/!\[[^\]\n]*\]\(/],
    // eslint-disable-next-line regexp/no-super-linear-move -- what is to be found
    [/<quote\b[^>]*>/],
    // eslint-disable-next-line regexp/no-super-linear-move -- what is to be found
    [/\b(?:[a-z0-9-]+\.)+[a-z]{2,}\//],
    // eslint-disable-next-line regexp/no-super-linear-move -- what is to be found
    [/whoever asks\b.*\breply\b/],
  ])('finds %s', (pattern) => expect(slow(pattern)).toBe(true));

  it.each([[/(?<!\s)\s+$/], [/!\[/], [/<quote\b/], [/\bwhoever asks\b.{0,20}\breply\b/]])(
    'leaves alone %s',
    (pattern) => expect(slow(pattern)).toBe(false),
  );
});
