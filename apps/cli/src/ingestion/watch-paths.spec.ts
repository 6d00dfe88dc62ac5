import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PathWatch } from './watch-paths.js';

describe('PathWatch', () => {
  let folder: string;
  let watch: PathWatch | undefined;
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'arbiter-watch-')));
    await mkdir(join(folder, 'sub'));
    await mkdir(join(folder, 'data'));
  });
  afterEach(async () => {
    watch?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const open = (path = folder): PathWatch => {
    watch = new PathWatch([path], { ignored: join(folder, 'data'), quietMs: 50 });
    return watch;
  };
  /** Whether a change is told of within a time that is long for one, and has to pass for none. */
  const isTold = (sut: PathWatch, withinMs: number): Promise<boolean> => sut.changed(AbortSignal.timeout(withinMs));
  const LONG = 20_000;
  const SHORT = 400;

  it.each<[string, () => Promise<unknown>]>([
    ['a new file', () => writeFile(join(folder, 'a.md'), 'x')],
    ['a file in a folder', () => writeFile(join(folder, 'sub/a.md'), 'x')],
    ['a folder that goes', () => rm(join(folder, 'sub'), { recursive: true })],
  ])('tells of %s', async (_what, change) => {
    const sut = open();
    await change();
    expect(await isTold(sut, LONG)).toBe(true);
  });

  it('tells of a burst once, and of a change while nobody waited', async () => {
    const sut = open();
    for (let index = 0; index < 20; index += 1) await writeFile(join(folder, `${index}.md`), 'x');
    expect(await isTold(sut, LONG)).toBe(true);
    expect(await isTold(sut, SHORT)).toBe(false);
    await writeFile(join(folder, 'later.md'), 'x');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await isTold(sut, LONG)).toBe(true);
  });

  it('says nothing of hidden files, packages and the data directory', async () => {
    await mkdir(join(folder, '.git'));
    await mkdir(join(folder, 'node_modules'));
    const sut = open();
    for (const name of ['.git/HEAD', 'node_modules/a.md', 'data/jobs', '.a.md.swp'])
      await writeFile(join(folder, name), 'x');
    expect(await isTold(sut, SHORT)).toBe(false);
  });

  it('tells of a single file, also when another takes its place, and not of those beside it', async () => {
    await writeFile(join(folder, 'a.md'), 'x');
    const sut = open(join(folder, 'a.md'));
    await writeFile(join(folder, 'b.md'), 'y');
    expect(await isTold(sut, SHORT)).toBe(false);
    await rename(join(folder, 'b.md'), join(folder, 'a.md'));
    expect(await isTold(sut, LONG)).toBe(true);
    await writeFile(join(folder, 'a.md'), 'z');
    expect(await isTold(sut, LONG)).toBe(true);
  });

  it('says when there is nothing to watch', () => {
    expect(() => open(join(folder, 'none'))).toThrow(/^There is no file or folder .*none\.$/);
  });
});
