import { describe, expect, it } from '@jest/globals';
import { packageKeys, type KeyedPackage, type TrackedFile } from './package-keys.js';

const pack = (directory: string, dependsOn: readonly string[] = [], inputs: readonly string[] = []): KeyedPackage => ({
  directory,
  dependsOn,
  inputs,
});

/** `cli -> search -> text`; `domains` has a package within it and nobody above it; `check` reads everything. */
const PACKAGES = [
  pack('libs/text'),
  pack('libs/search', ['libs/text']),
  pack('apps/cli', ['libs/search']),
  pack('domains'),
  pack('domains/game/tools', [], ['docs/game.md']),
  pack('tools/check', [], ['']),
];

const FILES = ['libs/text/a.ts', 'libs/search/a.ts', 'apps/cli/a.ts', 'domains/a.ts', 'domains/game/tools/a.ts']
  .concat('tools/check/a.ts', 'docs/game.md', 'docs/other.md', 'lock.json')
  .map((path) => ({ path, id: `100644 ${path.length} 0` }));

interface Now {
  readonly files?: readonly TrackedFile[];
  readonly changed?: readonly string[];
  readonly packages?: readonly KeyedPackage[];
  readonly toolchain?: string;
}

function keysOf({ files = FILES, changed = [], packages = PACKAGES, toolchain = 'v20' }: Now = {}) {
  return packageKeys(packages, { files, changed }, { shared: ['lock.json'], toolchain });
}

const BEFORE = keysOf();
const ALL = [...BEFORE.keys()];

/** The packages whose key is another one than before. */
function touchedBy(now: Now): string[] {
  const after = keysOf(now);
  return [...after.keys()].filter((directory) => after.get(directory) !== BEFORE.get(directory));
}

const edited = (edited: string) => FILES.map(({ path, id }) => ({ path, id: path === edited ? `${id}!` : id }));

describe('the key of a package', () => {
  it('is the same for the same content, whatever the order of files', () => {
    expect(touchedBy({ files: [...FILES] })).toEqual([]);
    expect(new Set(BEFORE.values()).size).toBe(PACKAGES.length);
    for (const key of BEFORE.values()) expect(key).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ['libs/text/a.ts', ['libs/text', 'libs/search', 'apps/cli', 'tools/check']],
    ['libs/search/a.ts', ['libs/search', 'apps/cli', 'tools/check']],
    ['apps/cli/a.ts', ['apps/cli', 'tools/check']],
    ['domains/a.ts', ['domains', 'tools/check']],
    ['domains/game/tools/a.ts', ['domains/game/tools', 'tools/check']],
    ['docs/game.md', ['domains/game/tools', 'tools/check']],
    ['docs/other.md', ['tools/check']],
    ['lock.json', ALL],
  ])('follows an edit of %s', (path, touched) => {
    expect(touchedBy({ files: edited(path) })).toEqual(touched);
  });

  it.each([
    ['libs/text/a.ts', ['libs/text', 'libs/search', 'apps/cli', 'tools/check']],
    ['libs/text/new.ts', ['libs/text', 'libs/search', 'apps/cli', 'tools/check']],
    ['docs/game.md', ['domains/game/tools', 'tools/check']],
    ['lock.json', ALL],
  ])('is none while %s is not committed', (path, touched) => {
    const after = keysOf({ changed: [path] });
    expect([...after].filter(([, key]) => key === undefined).map(([directory]) => directory)).toEqual(touched);
    expect(touchedBy({ changed: [path] })).toEqual(touched);
  });

  it('follows a file that goes, comes or is renamed', () => {
    expect(touchedBy({ files: FILES.filter(({ path }) => path !== 'apps/cli/a.ts') })).toContain('apps/cli');
    expect(touchedBy({ files: [...FILES, { path: 'apps/cli/b.ts', id: '100644 1 0' }] })).toContain('apps/cli');
    const renamed = FILES.map(({ path, id }) => ({ path: path.replace('cli/a', 'cli/b'), id }));
    expect(touchedBy({ files: renamed })).toContain('apps/cli');
  });

  it('follows the dependencies of a package, and the toolchain', () => {
    const packages = PACKAGES.map((each) => (each.directory === 'domains' ? pack('domains', ['libs/text']) : each));
    expect(touchedBy({ packages })).toEqual(['domains']);
    expect(touchedBy({ toolchain: 'v22' })).toEqual(ALL);
  });

  it('is there for packages that depend on each other', () => {
    const packages = [pack('libs/text', ['libs/search']), ...PACKAGES.slice(1)];
    const before = keysOf({ packages });
    const after = keysOf({ packages, files: edited('libs/search/a.ts') });
    expect(before.get('libs/text')).toMatch(/^[0-9a-f]{64}$/);
    expect(after.get('libs/text')).not.toBe(before.get('libs/text'));
  });
});
