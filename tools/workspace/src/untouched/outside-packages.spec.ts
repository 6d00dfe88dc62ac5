import { describe, expect, it } from '@jest/globals';
import { outsidePackages } from './outside-packages.js';

describe('what lies in no package', () => {
  const directories = ['libs/text', 'libs/adapters/pdf', 'domains/game/tools'];
  const outside = (...files: string[]) => outsidePackages(files, directories);

  it('is a folder that holds none, once, however deep its files', () => {
    expect(outside('docs/a.md', 'docs/guides/b.md', 'libs/adapters/shared/x/c.ts')).toEqual([
      'docs',
      'libs/adapters/shared',
    ]);
  });

  it('is a file beside packages and at the root', () => {
    expect(outside('readme.md', 'libs/adapters/notes.md', 'libs/textual.md')).toEqual([
      'libs/adapters/notes.md',
      'libs/textual.md',
      'readme.md',
    ]);
  });

  it('is nothing of a package, nor a folder around one', () => {
    expect(outside('libs/text/src/a.ts', 'domains/game/tools/b.ts')).toEqual([]);
    expect(outside('domains/game/pack.json')).toEqual(['domains/game/pack.json']);
  });
});
