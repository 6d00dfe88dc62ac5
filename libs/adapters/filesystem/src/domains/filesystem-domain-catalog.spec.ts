import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { usePackFolders, type PackFiles } from '../../test/pack-folders.js';
import { FilesystemDomainCatalog } from './filesystem-domain-catalog.js';

const { signal } = new AbortController();
const folderOf = usePackFolders();
const CONFIG = { domain: 'lore', version: '1.0.0' };
const catalogOf = async (files: PackFiles) => new FilesystemDomainCatalog([await folderOf(files)]);

describe('FilesystemDomainCatalog', () => {
  it('lists the packs of all its folders by name, and finds each by its domain', async () => {
    const first = await folderOf({ 'z/config.json': { ...CONFIG, domain: 'zeta' }, 'notes.txt': '', 'empty/x': '' });
    const second = await folderOf({ 'some-folder/config.json': { ...CONFIG, domain: 'alpha' } });
    const catalog = new FilesystemDomainCatalog([first, join(first, 'none'), second]);
    expect((await catalog.list(signal)).map(({ config }) => config.domain)).toEqual(['alpha', 'zeta']);
    expect((await catalog.get('alpha', signal))?.config.domain).toBe('alpha');
    expect(await catalog.get('some-folder', signal)).toBeNull();
    expect(await catalog.get('none', signal)).toBeNull();
  });

  it('takes a pack itself for a folder', async () => {
    const catalog = await catalogOf({ 'config.json': CONFIG, 'sub/config.json': { ...CONFIG, domain: 'inner' } });
    expect((await catalog.list(signal)).map(({ config }) => config.domain)).toEqual(['lore']);
  });

  it('prefers the earlier of two packs with one domain', async () => {
    const own = await folderOf({ 'mine/config.json': { ...CONFIG, version: '2' } });
    const shipped = await folderOf({ 'lore/config.json': CONFIG });
    const catalog = new FilesystemDomainCatalog([own, shipped]);
    expect((await catalog.get('lore', signal))?.config.version).toBe('2');
    expect(await catalog.list(signal)).toHaveLength(1);
  });

  it('leaves a broken pack out of the list, and says what is broken when it is asked for', async () => {
    const catalog = await catalogOf({
      'good/config.json': { ...CONFIG, domain: 'good' },
      'bad/config.json': '{"domain": ',
    });
    expect((await catalog.list(signal)).map(({ config }) => config.domain)).toEqual(['good']);
    await expect(catalog.get('bad', signal)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: 'bad/config.json: line 1, column 12 is not valid JSON: expected a value. Correct that line.',
    });
  });

  it('sees a pack that has been corrected meanwhile', async () => {
    const root = await folderOf({ 'lore/config.json': '' });
    const catalog = new FilesystemDomainCatalog([root]);
    await expect(catalog.get('lore', signal)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await writeFile(join(root, 'lore/config.json'), `\uFEFF${JSON.stringify(CONFIG)}`);
    expect(await catalog.get('lore', signal)).not.toBeNull();
  });
});
