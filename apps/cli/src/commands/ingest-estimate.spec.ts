import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Script } from '@arbiter/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runArbiter } from '../../test/run-arbiter.js';

describe('arbiter ingest --estimate', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbiter-ingest-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('says what a job would do, and queues none', async () => {
    const estimate = {
      collection: 'default',
      found: 3,
      documents: 2,
      unchanged: 1,
      deleted: 0,
      failed: 0,
      skipped: 1,
      bytes: 2_097_152,
      chunks: 900,
      embedded: 600,
      tokens: 90_000,
      formats: [{ mediaType: 'text/markdown', documents: 2, bytes: 2_097_152, chunks: 900 }],
      machineMade: [
        { kind: 'log', documents: 1, bytes: 1_048_576, largest: [{ source: 'logs/hub.log', bytes: 1_048_576 }] },
      ],
      sample: { documents: 1, bytes: 1_048_576 },
      seconds: 240,
      pace: { characters: 2_000, of: 'jobs' },
      cost: { amount: 0.0018, currency: 'USD' },
      failures: [],
      leftOut: [{ source: 'a.png', reason: 'No parser reads files of this kind.' }],
    };
    const scripts: Record<string, Script> = {
      'ingestion.estimate': { output: estimate },
      'orchestrator.estimate-domain': { output: { estimates: [estimate] } },
    };
    const { exitCode, stdout, calls } = await runArbiter(['ingest', '.', '--estimate'], { scripts, cwd: folder });
    expect(exitCode).toBe(0);
    expect(calls.map(({ operation }) => operation)).toEqual(['ingestion.estimate']);
    expect(stdout).toBe(
      'default: 2 documents to read (1 unchanged)\n' +
        '  text/markdown  2 documents, 2.0 MiB, 900 chunks\n' +
        '  900 chunks, of which 600 to embed: 90,000 tokens\n' +
        '  About 4 minutes, as fast as jobs were of late, and 0.0018 USD\n' +
        '  Reckoned from a sample of 1 document with 1.0 MiB.\n' +
        'Machine-made, found behind what people wrote:\n  log  1 document, 1.0 MiB\n    logs/hub.log, 1.0 MiB\n' +
        'Left out:\n  a.png: No parser reads files of this kind.\n',
    );
    const domain = await runArbiter(['ingest', '--domain', 'lantern-coast', '--estimate', '--json'], { scripts });
    expect(JSON.parse(domain.stdout)).toEqual({ estimates: [estimate] });
    expect((await runArbiter(['ingest', '.', '--estimate', '--watch'], { scripts, cwd: folder })).exitCode).toBe(2);
  });
});
