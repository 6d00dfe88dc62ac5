import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProposedChange } from '@arbiter/contracts';
import type { Script } from '@arbiter/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runArbiter } from '../../test/run-arbiter.js';
import { job } from '../testing/examples.js';

const stated: ProposedChange = {
  ...{ id: '7-1', session: 7, toldBy: 7, certainty: 'stated', question: null, kind: 'state' },
  evidence: [
    { documentId: 'd7', source: '07-log.md', start: 10, end: 46, quote: 'Pump 2 was taken\n out of service today.' },
  ],
  entityUpdate: { entity_id: 'pump-2', status: 'out of service', old_status: 'running' },
  relationshipUpdate: null,
};
const doubtful: ProposedChange = {
  ...{ id: '7-2', session: 5, toldBy: 7, certainty: 'doubtful', question: 'Did Ines Moor leave?', kind: 'interaction' },
  evidence: [],
  entityUpdate: null,
  relationshipUpdate: { from: 'ines-moor', to: 'pump-house', new_status: 'none' },
};
const sessions = [{ session: 7, documents: 1, isRecorded: false }];

const scripts = (output: object, changes: readonly object[] = []): Record<string, Script> => ({
  'ingestion.extract-changes': {
    output: { collection: 'default', sessions, proposals: [stated, doubtful], omitted: 0, added: [], ...output },
  },
  'ingestion.list-changes': { output: { changes, next: null, lastId: changes.length } },
});

describe('arbiter sessions extract', () => {
  it('prints what changes, the words that say so with their source, and questions', async () => {
    const { exitCode, stdout, stderr, calls } = await runArbiter(['sessions', 'extract'], { scripts: scripts({}) });
    expect([exitCode, stdout]).toEqual([
      0,
      [
        'Session 7',
        '  7-1  pump-2: out of service (was running)',
        '       "Pump 2 was taken out of service today." (07-log.md)',
        '? 7-2  ines-moor → pump-house: none, since session 5',
        '       Did Ines Moor leave?',
        '',
      ].join('\n'),
    ]);
    expect(stderr).toContain('1 for a person to decide');
    expect(calls).toMatchObject([{ input: { collection: 'default', policy: 'propose' } }]);
  });

  it('accepts what is stated, of one session, and says which entries were added', async () => {
    const { stdout, calls } = await runArbiter(
      ['sessions', 'extract', '--accept-stated', '--session', '7', '-c', 'works'],
      { scripts: scripts({ added: [{ id: 4, session: 7 }] }) },
    );
    expect(calls).toMatchObject([{ input: { collection: 'works', session: 7, policy: 'accept-stated' } }]);
    expect(stdout).toContain('Added to the changelog: entry 4 (session 7).');
  });

  it('gives all of it with --json', async () => {
    const { stdout } = await runArbiter(['sessions', 'extract', '--json'], { scripts: scripts({ omitted: 3 }) });
    expect(JSON.parse(stdout)).toMatchObject({ sessions, proposals: [stated, doubtful], omitted: 3 });
  });

  it.each([
    [
      'that all sessions are recorded',
      { sessions: [], proposals: [] },
      'Every session of default is in the changelog.',
    ],
    ['that nothing was read', { proposals: [] }, 'These sessions change nothing that the rules can read.'],
    ['how many proposals were left out', { omitted: 3 }, '3 more proposals'],
  ])('says %s', async (_, output, sentence) => {
    const { stderr } = await runArbiter(['sessions', 'extract'], { scripts: scripts(output) });
    expect(stderr).toContain(sentence);
  });
});

describe('arbiter sessions review', () => {
  const run = (changes: readonly object[]) => runArbiter(['sessions', 'review'], { scripts: scripts({}, changes) });
  const changed = (session_id: number, from: string, to: string) => ({
    ...{ id: 1, recordedAt: '2026-03-14T00:00:00.000Z', revertedBy: null },
    entry: { session_id, entity_updates: [], relationship_updates: [{ from, to, new_status: 'keeps' }] },
  });

  it('lists the questions of all sessions, recorded or not', async () => {
    const { stdout, calls } = await run([changed(6, 'ines-moor', 'pump-house'), changed(5, 'ines-moor', 'mill')]);
    expect(stdout).toContain('Did Ines Moor leave?');
    expect(stdout).not.toContain('pump-2');
    expect(calls[0]).toMatchObject({ input: { collection: 'default', includeRecorded: true } });
  });

  it('leaves out what the changelog has decided', async () => {
    const { stdout, stderr } = await run([changed(5, 'ines-moor', 'pump-house')]);
    expect(stdout).toBe('');
    expect(stderr).toContain('No session of default leaves a question open.');
  });
});

describe('arbiter sessions add', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbiter-cli-sessions-'));
    await writeFile(join(folder, 'a.md'), '---\nsession: 12\ndate: 2026-03-14\n---\n# Shift 12\n\nAll quiet.\n');
    await writeFile(join(folder, 'b.txt'), 'Session: 3 is not front matter.\n');
  });
  afterAll(() => rm(folder, { recursive: true }));

  const run = (...words: string[]) => {
    const ended = job({ collection: 'default', counts: { added: 1 } });
    const list = { output: { jobs: [ended], next: null } };
    const answers = {
      'ingestion.submit': { output: ended },
      'ingestion.list': list,
      'ingestion.watch': { output: ended },
    };
    return runArbiter(['sessions', 'add', ...words], { scripts: answers, cwd: folder });
  };

  it('reads a record with the number of its front matter, or the one that is given', async () => {
    const { exitCode, calls } = await run('a.md');
    expect(exitCode).toBe(0);
    expect(calls[0]?.input).toMatchObject({
      collection: 'default',
      sources: [
        { kind: 'inline', name: 'a.md', content: expect.stringContaining('All quiet'), metadata: { session: 12 } },
      ],
    });
    const given = await run('b.txt', '--number', '4');
    expect(given.calls[0]?.input).toMatchObject({ sources: [{ name: 'b.txt', metadata: { session: 4 } }] });
  });

  it('refuses a record without a number before it opens anything', async () => {
    const { exitCode, stderr, opened } = await run('b.txt');
    expect([exitCode, opened]).toEqual([2, []]);
    expect(stderr).toContain('b.txt does not say which session it is of');
  });
});
