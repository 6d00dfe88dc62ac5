import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@arbiter/testing';
import { watchSize } from './watch-size.js';

describe('watchSize', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbiter-watch-size-'));
    await mkdir(join(folder, 'objects/pack'), { recursive: true });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('aborts when all that lies below a folder is larger than the limit, and not before', async () => {
    const reason = new Error('too large');
    await writeFile(join(folder, 'objects/pack/a'), 'x'.repeat(600));
    const { signal, stop } = watchSize(folder, { limit: 1_000, reason, intervalMs: 5 });
    try {
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(signal.aborted).toBe(false);
      await writeFile(join(folder, 'objects/b'), 'x'.repeat(600));
      await until(() => signal.aborted);
      expect(signal.reason).toBe(reason);
    } finally {
      stop();
    }
  });
});
