import { ArbiterError, NO_COUNTS, type IngestionJob } from '@arbiter/contracts';
import { ScriptedCaller, type Script } from '@arbiter/testing';
import { describe, expect, it } from '@jest/globals';
import { Library, type ProgressNotice } from '../library.js';
import { INGEST, INGESTION_STATUS } from './ingestion-tools.js';

const SOURCES = [{ kind: 'inline' as const, name: 'a.md', content: '# A' }];

function job(state: IngestionJob['state'], more: Partial<IngestionJob> = {}): IngestionJob {
  const ended = !['queued', 'running'].includes(state);
  return {
    id: 'job-1',
    collection: 'notes',
    tenant: 'default',
    sources: [{ ...SOURCES[0]!, metadata: {} }],
    state,
    attempts: 1,
    counts: NO_COUNTS,
    failures: [],
    error: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    startedAt: null,
    finishedAt: ended ? '2026-01-01T00:00:01.000Z' : null,
    ...more,
  };
}

function run(scripts: Readonly<Record<string, Script>>, signal = new AbortController().signal) {
  const caller = new ScriptedCaller({ 'ingestion.submit': { output: job('queued') }, ...scripts });
  const notices: ProgressNotice[] = [];
  const report = (notice: ProgressNotice) => {
    notices.push(notice);
    return Promise.resolve();
  };
  const library = new Library(caller, { signal }, undefined, report);
  const run = INGEST.run({ collection: 'notes', sources: SOURCES }, library);
  return { run, notices, operations: () => caller.calls.map(({ operation }) => operation), caller };
}

async function* watching() {
  const counts = NO_COUNTS;
  yield {
    type: 'progress',
    state: 'running',
    counts,
    current: 'a.md',
    settled: 0,
    total: null,
    pace: null,
    secondsLeft: null,
  };
  yield await Promise.resolve({ type: 'failure', failure: { source: 'b.md', stage: 'parse', reason: 'It is empty.' } });
  yield {
    type: 'progress',
    state: 'running',
    counts,
    current: null,
    settled: 2,
    total: 2,
    pace: null,
    secondsLeft: null,
  };
  return job('succeeded', {
    counts: { ...counts, added: 1, failed: 1 },
    failures: [{ source: 'b.md', stage: 'parse', reason: 'It is empty.' }],
  });
}

describe('the tool ingest', () => {
  it('waits for its job, tells how it gets on, and does not send the documents back', async () => {
    const { run: ran, notices } = run({ 'ingestion.watch': watching });
    const { structured, content } = await ran;
    expect(structured).toMatchObject({ id: 'job-1', state: 'succeeded' });
    expect(structured).not.toHaveProperty('sources');
    expect(content).toEqual([
      {
        type: 'text',
        text: 'Job job-1 for the collection "notes" has succeeded: 1 added, 1 failed.\nb.md: It is empty.',
      },
    ]);
    expect(notices).toEqual([
      { message: 'a.md', done: 0 },
      { message: 'b.md: It is empty.' },
      { message: '2 documents', done: 2, total: 2 },
    ]);
  });

  it('hands out a job that takes longer, which goes on', async () => {
    const {
      run: ran,
      operations,
      caller,
    } = run({
      'ingestion.watch': new ArbiterError('DEADLINE_EXCEEDED', 'Too slow.'),
      'ingestion.status': { output: job('running') },
    });
    const { structured, content } = await ran;
    expect(structured).toMatchObject({ id: 'job-1', state: 'running' });
    expect(content).toEqual([
      {
        type: 'text',
        text: 'Job job-1 for the collection "notes" is running.\nAsk "ingestion-status" with this id how it stands.',
      },
    ]);
    expect(operations()).toEqual(['ingestion.submit', 'ingestion.watch', 'ingestion.status']);
    expect(caller.calls[1]?.options.deadlineMs).toBe(30_000);
  });

  it('stops its job when the client cancels', async () => {
    const wish = new AbortController();
    const { run: ran, operations } = run(
      {
        'ingestion.watch': () => {
          wish.abort();
          throw new ArbiterError('CANCELLED', 'Stopped.');
        },
        'ingestion.cancel': { output: job('cancelled') },
      },
      wish.signal,
    );
    await expect(ran).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(operations()).toEqual(['ingestion.submit', 'ingestion.watch', 'ingestion.cancel']);
  });

  it('fails with what the submission fails with', async () => {
    const { run: ran, operations } = run({
      'ingestion.submit': new ArbiterError('CONFLICT', 'Another language.'),
    });
    await expect(ran).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(operations()).toEqual(['ingestion.submit']);
  });
});

describe('the tool ingestion-status', () => {
  it('says how a job stands, without its documents', async () => {
    const caller = new ScriptedCaller({
      'ingestion.status': { output: job('failed', { error: 'The disk is full.' }) },
    });
    const library = new Library(caller, { signal: new AbortController().signal });
    const { structured, content } = await INGESTION_STATUS.run({ jobId: 'job-1' }, library);
    expect(structured).not.toHaveProperty('sources');
    expect(content).toEqual([
      { type: 'text', text: 'Job job-1 for the collection "notes" has failed.\nThe disk is full.' },
    ]);
  });

  it('names the first of the files that were left out', async () => {
    const { counts } = job('succeeded');
    const leftOut = Array.from({ length: 12 }, (_, n) => ({ source: `${n}.png`, reason: 'It is a picture.' }));
    const ended = job('succeeded', { counts: { ...counts, moved: 2, skipped: 12 }, leftOut });
    const caller = new ScriptedCaller({ 'ingestion.status': { output: ended } });
    const library = new Library(caller, { signal: new AbortController().signal });
    const { structured, content } = await INGESTION_STATUS.run({ jobId: 'job-1' }, library);
    expect(structured).toMatchObject({ leftOut });
    const [{ text } = { text: '' }] = content as readonly { text: string }[];
    expect(text).toContain('2 moved, 12 skipped.\nLeft out: 0.png: It is a picture.\n');
    expect(text).toMatch(/9\.png: It is a picture\.\n… and 2 more are left out\.$/);
  });
});
