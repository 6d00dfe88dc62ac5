import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RotatingJsonLines } from './rotating-json-lines.js';

describe('RotatingJsonLines', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbiter-log-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const read = async (name: string): Promise<unknown[]> =>
    (await readFile(join(folder, 'log', name), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
  const open = (maxBytes: number, keep = 2, maxWaiting?: number) =>
    new RotatingJsonLines({
      path: join(folder, 'log', 'decisions.jsonl'),
      maxBytes,
      keep,
      ...(maxWaiting !== undefined && { maxWaiting }),
    });

  it('writes one line per record, in the order of the calls, after what an earlier process wrote', async () => {
    await open(1_000).append({ n: 0 });
    const log = open(1_000);
    await Promise.all([1, 2, 3].map((n) => log.append({ n })));
    expect(await read('decisions.jsonl')).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }, { n: 3 }]);
  });

  it('puts a full file aside and drops the oldest', async () => {
    const log = open(16);
    for (let n = 0; n < 8; n++) await log.append({ n });
    expect(await read('decisions.jsonl')).toEqual([{ n: 6 }, { n: 7 }]);
    expect(await read('decisions.1.jsonl')).toEqual([{ n: 4 }, { n: 5 }]);
    expect(await read('decisions.2.jsonl')).toEqual([{ n: 2 }, { n: 3 }]);
    expect((await readdir(join(folder, 'log'))).length).toBe(3);
  });

  it('refuses lines that would pile up in memory', async () => {
    const log = open(1_000, 2, 1);
    const first = log.append({ n: 1 });
    await expect(log.append({ n: 2 })).rejects.toMatchObject({ code: 'OVERLOADED' });
    await first;
    await log.append({ n: 3 });
    expect(await read('decisions.jsonl')).toEqual([{ n: 1 }, { n: 3 }]);
  });

  it('says so when the folder cannot be made', async () => {
    await writeFile(join(folder, 'log'), 'a file');
    await expect(open(1_000).append({ n: 1 })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
