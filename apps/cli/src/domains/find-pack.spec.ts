import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { hashPack } from '../evaluation/evaluation-store.js';
import { findPack } from './find-pack.js';

describe('a domain pack', () => {
  let folder: string;
  let pack: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbiter-packs-'));
    // The domain is what config.json says, not what the folder is called.
    pack = join(folder, 'the-coast');
    await mkdir(join(pack, 'documents'), { recursive: true });
    await mkdir(join(pack, 'eval'));
    await writeFile(join(pack, 'config.json'), JSON.stringify({ domain: 'coast', version: '1' }));
    await writeFile(join(pack, 'documents/a.md'), '# A');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is found by its domain among the installed ones', async () => {
    expect(await findPack('coast', ['/nowhere', folder], '/')).toEqual({ domain: 'coast', folder: pack });
    expect(await findPack('coast', [pack], '/')).toEqual({ domain: 'coast', folder: pack });
  });

  it('is found by the path of its folder, relative to the working directory', async () => {
    expect(await findPack('./the-coast', [], folder)).toEqual({ domain: 'coast', folder: pack });
  });

  it.each(['the-coast', './documents', '/nowhere/at/all'])('is not found as %p', async (name) => {
    await expect(findPack(name, [folder], pack)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('with a broken configuration is refused by name', async () => {
    await writeFile(join(pack, 'config.json'), '{"domain": "../up"}');
    await expect(findPack('./the-coast', [], folder)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining(join(pack, 'config.json')),
    });
  });

  it('has a hash of everything that could be ingested, wherever it lies', async () => {
    const before = await hashPack(pack);
    await cp(pack, join(folder, 'copy'), { recursive: true });
    expect(await hashPack(join(folder, 'copy'))).toBe(before);
    await writeFile(join(pack, 'eval/questions.jsonl'), '{}');
    expect(await hashPack(pack)).toBe(before);
    await writeFile(join(pack, 'documents/a.md'), '# B');
    expect(await hashPack(pack)).not.toBe(before);
  });
});
