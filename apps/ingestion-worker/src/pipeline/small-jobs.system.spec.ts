import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorker, type StartedWorker } from '../../test/started-worker.js';

/** One chunk each, so that one more is less than a hundredth. */
const DOCUMENTS = 110;

let root: string;
let library: string;
let worker: StartedWorker;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'arbiter-small-jobs-'));
  library = join(root, 'library');
  await mkdir(library);
  for (let i = 0; i < DOCUMENTS; i += 1) await writeFile(join(library, `${i}.md`), `Beacon ${i} burns ${i} hours.\n`);
  worker = await startWorker({}, root);
});

afterAll(async () => {
  await worker.stop();
  await rm(root, { recursive: true });
});

/** The files of the indexes, with their sizes in bytes. */
async function indexFiles(): Promise<Map<string, number>> {
  const folder = join(root, '.arbiter', 'indexes');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return new Map(await Promise.all(paths.map(async (path) => [path, (await stat(path)).size] as const)));
}

const sum = (sizes: Iterable<number>): number => [...sizes].reduce((total, size) => total + size, 0);

/** Numbers of versions of the tables, including the current ones. */
async function versionsOf(): Promise<number[]> {
  const folder = join(root, '.arbiter', 'indexes');
  const tables = (await readdir(folder)).filter((name) => name.endsWith('.lance'));
  return Promise.all(tables.map(async (table) => (await readdir(join(folder, table, '_versions'))).length));
}

describe('a job that writes much', () => {
  it('leaves no former versions of the indexes behind', async () => {
    expect((await worker.ended(await worker.submit(library))).counts).toMatchObject({ added: DOCUMENTS });
    const versions = await versionsOf();
    expect(versions).toHaveLength(2);
    // Erasing makes some versions itself; each batch makes two or more.
    expect(Math.max(...versions)).toBeLessThanOrEqual(3);
  });
});

describe('a job that writes one document of hundreds', () => {
  it('writes a small part of what the indexes hold, and is found at once', async () => {
    const before = await indexFiles();
    await writeFile(join(library, 'new.md'), 'The zanzibarquux sleeps below the pier.\n');
    expect((await worker.ended(await worker.submit(library))).counts).toMatchObject({ added: 1 });
    const written = [...(await indexFiles())].filter(([path]) => !before.has(path)).map(([, size]) => size);
    expect(sum(written)).toBeLessThan(sum(before.values()) / 4);
    expect(sum(written)).toBeGreaterThan(0);
    expect(await worker.indexedIds('keywordIndex')).toHaveLength(DOCUMENTS + 1);
  });
});
