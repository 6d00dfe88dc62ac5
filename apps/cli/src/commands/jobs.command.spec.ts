import { ArbiterError } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { job } from '../testing/examples.js';
import { runArbiter } from '../../test/run-arbiter.js';

const FAILED = job({
  state: 'completed_with_errors',
  attempts: 2,
  counts: { found: 3, added: 2, failed: 1 },
  failures: [{ source: 'b.pdf', stage: 'parse', reason: 'It is encrypted.' }],
});
const LINE =
  'job-1  completed_with_errors · default · 3 documents: 2 added, 1 failed · attempt 2 · 2026-01-01T00:00:00.000Z\n';

describe('arbiter jobs', () => {
  it('lists jobs of a state, a line for each', async () => {
    const { exitCode, stdout, calls } = await runArbiter(['jobs', '--state', 'completed_with_errors'], {
      scripts: { 'ingestion.list': { output: { jobs: [FAILED], next: null } } },
    });
    expect([exitCode, stdout]).toEqual([0, LINE]);
    expect(calls[0]).toMatchObject({
      operation: 'ingestion.list',
      input: { state: 'completed_with_errors', limit: 20 },
    });
  });

  it('tells jobs that rebuild indexes from those that read sources', async () => {
    const rebuilt = job({ reindex: {}, sources: [], counts: { found: 2, changed: 2 } });
    const { stdout } = await runArbiter(['jobs'], {
      scripts: { 'ingestion.list': { output: { jobs: [rebuilt], next: null } } },
    });
    expect(stdout).toContain('default · reindex · 2 documents: 2 changed');
  });

  it('lists without a word more than "jobs", and says when there are none', async () => {
    const { exitCode, stderr } = await runArbiter(['jobs'], {
      scripts: { 'ingestion.list': { output: { jobs: [], next: null } } },
    });
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('There are no such jobs.')]);
  });

  it('looks at jobs without working on them, and opens the library for writing only to follow or change one', async () => {
    const scripts = {
      'ingestion.list': { output: { jobs: [FAILED], next: null } },
      'ingestion.status': { output: FAILED },
      'ingestion.cancel': { output: FAILED },
    };
    const opened = async (...words: string[]) => (await runArbiter(['jobs', ...words], { scripts })).opened;
    expect(await opened()).toMatchObject([{ readOnly: true }]);
    expect(await opened('job-1')).toMatchObject([{ readOnly: true }]);
    expect(await opened('job-1', '--cancel')).toMatchObject([{ readOnly: false }]);
    const beside = await runArbiter(['jobs'], { scripts, holder: { pid: 42, url: null } });
    expect([beside.exitCode, beside.stdout]).toEqual([0, LINE]);
  });

  it('refuses a state that there is not', async () => {
    const { exitCode, stderr } = await runArbiter(['jobs', '--state', 'lost'], { scripts: {} });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('dead_lettered');
  });

  it.each([
    [['--retry'], '--retry needs the id of a job.'],
    [['job-1', '--state', 'running'], '--state is for a list'],
    [['job-1', '--cancel', '--retry'], 'cannot be used with'],
  ])('refuses %j', async (words, sentence) => {
    const { exitCode, stderr, opened } = await runArbiter(['jobs', ...words], { scripts: {} });
    expect([exitCode, opened]).toEqual([2, []]);
    expect(stderr).toContain(sentence);
  });

  it('says what could not be read, and why a job was given up', async () => {
    const status = await runArbiter(['jobs', 'job-1'], {
      scripts: { 'ingestion.status': { output: FAILED } },
    });
    expect(status.stdout).toBe(`${LINE}Not read:\n  b.pdf (parse): It is encrypted.\n`);
    const given = job({ state: 'dead_lettered', error: 'Its worker died 5 times in a row.' });
    const up = await runArbiter(['jobs', 'job-1'], { scripts: { 'ingestion.status': { output: given } } });
    expect(up.stdout).toContain('\nIts worker died 5 times in a row.\n');
  });

  it.each([
    ['cancel', 'ingestion.cancel'],
    ['retry', 'ingestion.retry'],
  ])('%s asks for it by the id of the job', async (word, operation) => {
    const { exitCode, calls } = await runArbiter(['jobs', 'job-1', `--${word}`], {
      scripts: { [operation]: { output: FAILED } },
    });
    expect(exitCode).toBe(0);
    expect(calls).toMatchObject([{ operation, input: { jobId: 'job-1' } }]);
  });

  it('says why a job cannot be retried', async () => {
    const refusal = new ArbiterError('CONFLICT', 'Job "job-1" has succeeded: there is nothing to retry.');
    const { exitCode, stderr } = await runArbiter(['jobs', 'job-1', '--retry'], {
      scripts: { 'ingestion.retry': refusal },
    });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('nothing to retry');
  });

  it('follows a job to its end, with its pace and the time left', async () => {
    const pace = { documents: 4, chunks: 30.4, bytes: 2_500_000 };
    const counts = { ...FAILED.counts, chunks: 40 };
    const { exitCode, stdout, stderr, calls } = await runArbiter(['jobs', 'job-1', '--watch'], {
      scripts: {
        'ingestion.status': { output: job({ state: 'running', finishedAt: null }) },
        'ingestion.watch': {
          events: [
            {
              type: 'progress',
              state: 'running',
              counts,
              current: 'b.pdf',
              settled: 2,
              total: 600,
              pace,
              secondsLeft: 150,
            },
          ],
          output: FAILED,
        },
      },
    });
    expect(exitCode).toBe(0);
    expect(stderr).toContain(
      'default: 2 of 600 documents, 40 chunks, 4.0 documents/s, 30 chunks/s, 2.5 MB/s, 3 min left, 1 not read · b.pdf',
    );
    expect(stdout).toContain('b.pdf (parse)');
    // Whoever watches does not stop what is watched.
    expect(calls.map(({ operation }) => operation)).toEqual(['ingestion.status', 'ingestion.watch']);
  });
});
