import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ManualClock } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { useTemporaryFolders } from '../test/temporary-folders.js';
import { CURRENT_FORMAT, DATA_FORMAT_VERSION, type DataFormats, type FormatStep } from './data-format.js';
import { openDataDirectory } from './open-data-directory.js';
import { readTextFile } from './read-text-file.js';

const newFolder = useTemporaryFolders();
const clock = new ManualClock(Date.UTC(2026, 0, 1));

/** What a file of format 1 says, in the words of formats 2 and 3. */
const STEPS: readonly FormatStep[] = [1, 2].map((from) => ({
  from,
  does: `notes have version ${from + 1}`,
  needs: `0.${from + 1}.0`,
  async run(directory) {
    const path = directory.resolve('notes.json');
    const text = await readTextFile(path);
    if (text?.endsWith(`v${from}`)) await directory.write(path, `${text}>v${from + 1}`);
  },
}));
const FORMATS: DataFormats = { version: 3, steps: STEPS };

const open = async (path: string, mode: 'read' | 'write' = 'write', formats = FORMATS): Promise<void> =>
  (await openDataDirectory({ path, mode, clock, formats })).close();
const formatOf = async (path: string): Promise<unknown> =>
  JSON.parse(await readFile(join(path, 'format.json'), 'utf8'));

/** A directory of format 1, made by hand. */
async function ofFormat1(format = '{"format":"arbiter-data","version":1}\n'): Promise<string> {
  const path = await newFolder();
  await writeFile(join(path, 'format.json'), format);
  await writeFile(join(path, 'notes.json'), 'v1');
  return path;
}

describe('the format of a data directory', () => {
  it('has a step from every former version', () => {
    const from = Array.from({ length: DATA_FORMAT_VERSION - 1 }, (_, index) => index + 1);
    expect(CURRENT_FORMAT.steps.map((step) => step.from)).toEqual(from);
  });

  it('is raised step by step when it is opened for writing, once', async () => {
    const path = await ofFormat1();
    await open(path);
    await open(path);
    expect(await readFile(join(path, 'notes.json'), 'utf8')).toBe('v1>v2>v3');
    expect(await formatOf(path)).toEqual({ format: 'arbiter-data', version: 3, needs: '0.3.0' });
    await open(path, 'read');
  });

  it('is not raised by a reader, who is told what raises it', async () => {
    const path = await ofFormat1();
    await expect(open(path, 'read')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('has format 1, and this Arbiter reads 3'),
    });
    expect(await readFile(join(path, 'notes.json'), 'utf8')).toBe('v1');
  });

  it('says to an older Arbiter which one reads it', async () => {
    const path = await ofFormat1();
    await open(path);
    await expect(open(path, 'write', { version: 2, steps: STEPS.slice(0, 1) })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('update Arbiter to 0.3.0 or later'),
      details: { version: 3, reads: 2, needs: '0.3.0' },
    });
  });

  it('whose step fails stays closed to readers and older ones, and the step runs again', async () => {
    const path = await ofFormat1();
    const failing: FormatStep = { ...STEPS[0]!, run: () => Promise.reject(new Error('power cut')) };
    await expect(open(path, 'write', { version: 2, steps: [failing] })).rejects.toMatchObject({ code: 'INTERNAL' });
    expect(await formatOf(path)).toMatchObject({ version: 2, raisedFrom: 1 });
    await expect(open(path, 'read', { version: 2, steps: STEPS })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(open(path, 'write', { version: 1, steps: [] })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await open(path);
    expect(await readFile(join(path, 'notes.json'), 'utf8')).toBe('v1>v2>v3');
    expect(await formatOf(path)).toEqual({ format: 'arbiter-data', version: 3, needs: '0.3.0' });
  });
});
