import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TemporaryFolders } from '../temporary-folders.js';
import { copyKeptFolder } from './kept-folder.js';

const folders = new TemporaryFolders();
let cache: string;
let fills: number;
beforeEach(async () => {
  cache = join(await folders.create(), 'not-yet-there');
  fills = 0;
});
afterAll(() => folders.removeAll());

const fill = async (folder: string): Promise<void> => {
  fills += 1;
  await mkdir(join(folder, 'deep'));
  await writeFile(join(folder, 'deep', 'a.txt'), `filled ${fills}`);
};
const kept = (fingerprint: string) => ({ cache, name: 'library', fingerprint, fill });
const pathOf = (fingerprint: string): string => join(cache, `library-${fingerprint}`);
const textIn = (folder: string): Promise<string> => readFile(join(folder, 'deep', 'a.txt'), 'utf8');

describe('a folder that is kept', () => {
  it('is made once, and every copy is as it was made, whatever became of the others', async () => {
    const [first, second] = [await folders.create(), await folders.create()];
    await copyKeptFolder(kept('a1'), first);
    await writeFile(join(first, 'deep', 'a.txt'), 'written by a spec');
    await copyKeptFolder(kept('a1'), second);
    expect([fills, await textIn(second)]).toEqual([1, 'filled 1']);
  });

  it('is made anew for another fingerprint', async () => {
    const copy = await folders.create();
    await copyKeptFolder(kept('a1'), await folders.create());
    await copyKeptFolder(kept('b2'), copy);
    expect(await textIn(copy)).toBe('filled 2');
  });

  it('is not kept half: where making it fails, the next makes it again', async () => {
    const half = async (folder: string): Promise<void> => {
      await writeFile(join(folder, 'half.txt'), '');
      throw new Error('the program ended');
    };
    const copy = await folders.create();
    await expect(copyKeptFolder({ ...kept('a1'), fill: half }, copy)).rejects.toThrow('the program ended');
    expect(await readdir(cache)).toEqual([]);
    await copyKeptFolder(kept('a1'), copy);
    expect(await readdir(copy)).toEqual(['deep']);
  });

  it('of two that make it at once is that of the first, for both', async () => {
    const [first, second] = [await folders.create(), await folders.create()];
    let go: () => void = () => undefined;
    const bothFill = new Promise<void>((resolve) => (go = resolve));
    const late = async (folder: string): Promise<void> => {
      await bothFill;
      await fill(folder);
    };
    const copying = copyKeptFolder({ ...kept('a1'), fill: late }, second);
    // As another process does, whose draft lies elsewhere.
    await mkdir(pathOf('a1'), { recursive: true });
    await fill(pathOf('a1'));
    go();
    await copying;
    await copyKeptFolder(kept('a1'), first);
    expect([await textIn(first), await textIn(second)]).toEqual(['filled 1', 'filled 1']);
  });

  it('gives way to four that were used later, as do drafts of killed programs, and nothing of another name', async () => {
    await mkdir(join(cache, 'other-a1'), { recursive: true });
    await mkdir(`${pathOf('f6')}.123`);
    await utimes(`${pathOf('f6')}.123`, 1_000, 1_000);
    await mkdir(`${pathOf('f6')}.456`);
    for (const [age, fingerprint] of ['a1', 'b2', 'c3', 'd4'].entries()) {
      await copyKeptFolder(kept(fingerprint), await folders.create());
      await utimes(pathOf(fingerprint), 1_000 + age, 1_000 + age);
    }
    await copyKeptFolder(kept('a1'), await folders.create());
    await copyKeptFolder(kept('e5'), await folders.create());
    expect((await readdir(cache)).sort()).toEqual([
      'library-a1',
      'library-c3',
      'library-d4',
      'library-e5',
      'library-f6.456',
      'other-a1',
    ]);
  });
});
