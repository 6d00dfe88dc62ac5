import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { IS_SOAK, soakSample } from '@arbiter/ports/testing';
import { WORKSPACE } from '../installation.js';
import { runProgram } from '../run-program.js';
import { BOUNDED } from './bounded-patterns.js';
import type { CollectedPattern } from './collect-patterns.js';
import { LONGEST_TEXT } from './pattern-cost.js';
import { literalsOf, patternLiterals } from './pattern-literals.js';
import { complaintsOf, type Trial } from './try-patterns.js';

const built = (name: string): string => fileURLToPath(new URL(`../../dist/patterns/${name}`, import.meta.url));
/** There are more; fewer would mean that they are not seen. */
const FEWEST = 2_000;
/** Patterns that one process tries, and a run that is no soak: slow-patterns.spec proves all of them by their automata. */
const SAMPLE = 40;
/** In UTF-16 code units. Quadratic time shows in it; a soak tries the longest text of all. */
const ENOUGH = IS_SOAK ? LONGEST_TEXT : 16_000;
/** A pattern that takes longer than this is not waited for. */
const DEADLINE_MS = 1_800_000;

async function run(program: string, args: readonly string[], stdin: string): Promise<unknown> {
  const { stdout, stderr, code } = await runProgram({
    command: process.execPath,
    args: [built(program), ...args],
    cwd: join(WORKSPACE.root, 'tools'),
    stdin: Buffer.from(stdin),
    timeoutMs: DEADLINE_MS,
  });
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

/** Patterns of production code, each once: literals, and those that are put together while packages load. */
async function everyPattern(): Promise<Trial['patterns']> {
  const collected = (await run('collect-patterns.js', [WORKSPACE.root], '')) as readonly CollectedPattern[];
  const all = [...patternLiterals(WORKSPACE.root), ...collected].map((one) => {
    const madeAt = one.madeAt.replace('/dist/', '/src/').replace('.js:', '.ts:');
    return { ...one, madeAt, longest: BOUNDED.find(({ under }) => madeAt.startsWith(under))?.longest ?? LONGEST_TEXT };
  });
  // The same pattern in two places counts where it may be given more.
  all.sort((a, b) => a.longest - b.longest);
  return [...new Map(all.map((one) => [`${one.source}/${one.flags}`, one])).values()];
}

describe('every pattern of production code', () => {
  it(
    'reads a million characters of any shape in less than 200 ms of a processor',
    async () => {
      const all = await everyPattern();
      expect(all.length).toBeGreaterThan(FEWEST);
      const sample = soakSample('patterns', all, SAMPLE);
      const complaints: unknown[] = [];
      for (let from = 0; from < sample.length; from += SAMPLE) {
        const trial: Trial = { patterns: sample.slice(from, from + SAMPLE), enough: ENOUGH };
        complaints.push(...((await run('try-patterns.js', [], JSON.stringify(trial))) as readonly string[]));
      }
      expect(complaints).toEqual([]);
    },
    10 * DEADLINE_MS,
  );

  it('has no exception for code that is gone', () => {
    expect(BOUNDED.filter(({ under }) => !existsSync(join(WORKSPACE.root, under)))).toEqual([]);
  });

  it('is found as a literal in TypeScript, and not in its strings and comments', () => {
    const code = 'const a = 4 / 2; // /no/\nconst b = "/no/g";\nexport const c = `${/[/]x/iu.source} /no/`;';
    expect(literalsOf('a.ts', code)).toEqual([{ source: '[/]x', flags: 'iu', madeAt: 'a.ts:3' }]);
  });
});

describe('the search for slow patterns', () => {
  const complaints = ({ source, flags }: RegExp): string[] =>
    complaintsOf({ patterns: [{ source, flags, madeAt: 'here', longest: LONGEST_TEXT }], enough: 16_000 });

  it.each([
    String.raw`\s+$`,
    String.raw`!\[[^\]\n]*\]\(`,
    String.raw`<quote\b[^>]*>`,
    String.raw`\b(?:[a-z0-9-]+\.)+[a-z]{2,}\/`,
    String.raw`whoever asks\b.*\breply\b`,
    String.raw`x+y?\s*z`,
    String.raw`(?:a+)+b`,
  ])('finds %s', (source) => expect(complaints(new RegExp(source))).toHaveLength(1));

  it.each([/(?<!\s)\s+$/, /!\[/, /<quote\b/, /\bwhoever asks\b.{0,20}\breply\b/])('leaves alone %s', (pattern) =>
    expect(complaints(pattern)).toEqual([]),
  );
});
