import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calibrationOf, describeCalibrationStore } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { useTemporaryFolders } from '../../test/temporary-folders.js';
import { FilesystemCalibrationStore } from './filesystem-calibration-store.js';

const live = new AbortController().signal;
const newFolder = useTemporaryFolders();
const storeIn = (path: string, writable = true): FilesystemCalibrationStore =>
  new FilesystemCalibrationStore({ path: join(path, 'calibrations'), writable });

describeCalibrationStore('FilesystemCalibrationStore', async () => storeIn(await newFolder()));

describe('FilesystemCalibrationStore', () => {
  it('shows a calibration to every process at once', async () => {
    const folder = await newFolder();
    const [writer, reader] = [storeIn(folder), storeIn(folder, false)];
    expect(await reader.get('lore', live)).toBeNull();
    await writer.put(calibrationOf('lore'), live);
    expect(await reader.get('lore', live)).toEqual(calibrationOf('lore'));
  });

  it('leaves nothing behind as a reader', async () => {
    const folder = await newFolder();
    await expect(storeIn(folder, false).put(calibrationOf('lore'), live)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await readdir(folder)).toEqual([]);
  });

  it('says that a file is damaged rather than to go on without it', async () => {
    const folder = await newFolder();
    await mkdir(join(folder, 'calibrations'));
    await writeFile(join(folder, 'calibrations', 'lore.json'), '{"domain":"lore"');
    await expect(storeIn(folder).get('lore', live)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('arbiter calibrate'),
    });
  });
});
