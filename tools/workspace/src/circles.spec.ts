import { describe, expect, it } from '@jest/globals';
import { findCircles } from './find-circles.js';
import { readPackages } from './read-workspace.js';
import type { WorkspacePackage } from './workspace-model.js';

describe('the packages of this workspace', () => {
  it('hold no circle of files or folders', () => {
    expect(findCircles(readPackages())).toEqual([]);
  });
});

describe('circles', () => {
  const circles = (sources: Readonly<Record<string, string>>) => {
    const files = Object.entries(sources).map(([path, text]) => ({ path, text }));
    const pack: WorkspacePackage = {
      name: '@arbiter/x',
      directory: 'libs/x',
      tags: [],
      dependencies: [],
      devDependencies: [],
      files,
    };
    return findCircles([pack]);
  };

  it('of two files, by an import of types as well', () => {
    const sources = { 'src/a.ts': `import { b } from './b.js';`, 'src/b.ts': `import type { A } from './a.js';` };
    expect(circles(sources)).toEqual(['libs/x/src: a.ts, b.ts']);
  });

  it('of three files, once, without those that only lead there', () => {
    const sources = {
      'src/one/a.ts': `import './b.js';`,
      'src/one/b.ts': `export * from './c.js';`,
      'src/one/c.ts': `import './a.js';`,
      'src/one/d.ts': `import './a.js';`,
      'src/index.ts': `import './one/d.js';`,
    };
    expect(circles(sources)).toEqual(['libs/x/src/one: a.ts, b.ts, c.ts']);
  });

  it('of two folders whose files form none', () => {
    const sources = {
      'src/one/a.ts': `import '../two/deep/b.js';`,
      'src/one/c.ts': '',
      'src/two/d.ts': `import '../one/c.js';`,
      'src/two/deep/b.ts': '',
    };
    expect(circles(sources)).toEqual(['libs/x/src: one, two']);
  });

  it('are none of a folder and the files above it', () => {
    const sources = {
      'src/index.ts': `import './one/a.js';`,
      'src/model.ts': '',
      'src/one/a.ts': `import '../model.js';`,
    };
    expect(circles(sources)).toEqual([]);
  });

  it('are none by way of a spec, a test helper or another package', () => {
    const sources = {
      'src/a.ts': `import '@arbiter/x';\nimport './b.js';`,
      'src/b.ts': '',
      'src/b.spec.ts': `import './a.js';`,
      'test/c.ts': `import '../src/a.js';`,
    };
    expect(circles(sources)).toEqual([]);
  });
});
