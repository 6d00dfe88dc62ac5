import { describe, expect, it } from '@jest/globals';
import { countBranches } from './count-branches.js';
import { readPackages } from './read-workspace.js';

/** A reader keeps about as many paths in mind; beyond it, rules read better as a table with one matcher. */
const BRANCHES = 15;
/** How many functions still go beyond. Lower it with each that becomes a table; never raise it. */
const BEYOND = 26;

describe('the functions of production', () => {
  it('branch no more often than they did', () => {
    const beyond = countBranches(readPackages()).filter(({ branches }) => branches > BRANCHES);
    expect(beyond.slice(BEYOND)).toEqual([]);
  });
});

describe('branches', () => {
  const count = (text: string, path = 'src/a.ts', directory = 'libs/x') =>
    countBranches([
      { name: '@arbiter/x', directory, tags: [], dependencies: [], devDependencies: [], files: [{ path, text }] },
    ]);

  it('are conditions, loops, cases, catches and operands, but no optional chains, defaults or else', () => {
    const body = `
      for (const x of xs) { if (x && y) { a ??= x ? 1 : 2; } else { a = xs?.at(0)?.b; } }
      try { switch (a) { case 1: case 2: break; default: } } catch { return; }`;
    expect(count(`function f(xs, y = 1) {${body}\n}`)).toEqual([{ place: 'libs/x/src/a.ts:1', branches: 8 }]);
  });

  it('of an inner function are its own', () => {
    expect(count('\nconst f = () => {\n  if (a) return () => b || c || d;\n};')).toEqual([
      { place: 'libs/x/src/a.ts:3', branches: 2 },
      { place: 'libs/x/src/a.ts:2', branches: 1 },
    ]);
  });

  it('are not counted in specs and tools', () => {
    expect(count('function f() {}', 'src/a.spec.ts')).toEqual([]);
    expect(count('function f() {}', 'src/a.ts', 'tools/x')).toEqual([]);
  });
});
