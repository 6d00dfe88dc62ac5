import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProposedChange } from '@arbiter/contracts';
import type { Script } from '@arbiter/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ArbiterWorld, runArbiter } from '../../test/run-arbiter.js';
import { job } from '../testing/examples.js';

const stated: ProposedChange = {
  ...{ id: '7-1', session: 7, toldBy: 7, certainty: 'stated', question: null, kind: 'state' },
  evidence: [
    { documentId: 'd7', source: '07-log.md', start: 10, end: 46, quote: 'Pump 2 was taken\n out of service today.' },
  ],
  entityUpdate: { entity_id: 'pump-2', status: 'out of service', old_status: 'running' },
  relationshipUpdate: null,
  ...{ answers: [], decision: null },
};
const doubtful: ProposedChange = {
  ...{ id: '7-2', session: 5, toldBy: 7, certainty: 'doubtful', question: 'Did Ines Moor leave?', kind: 'interaction' },
  evidence: [],
  entityUpdate: null,
  relationshipUpdate: { from: 'ines-moor', to: 'pump-house', new_status: 'none' },
  answers: [
    { answer: 'yes', accepts: true, status: null },
    { answer: 'no', accepts: false, status: null },
  ],
  decision: null,
};
const sessions = [{ session: 7, documents: 1, isRecorded: false }];

const scripts = (output: object): Record<string, Script> => ({
  'ingestion.extract-changes': {
    output: {
      collection: 'default',
      sessions,
      proposals: [stated, doubtful],
      outdated: [],
      omitted: 0,
      added: [],
      ...output,
    },
  },
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
        '       Did Ines Moor leave? [yes] [no]',
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
  const change = (id: number, decision: object) => ({
    ...{ id, recordedAt: '2026-03-14T00:00:00.000Z', revertedBy: null, decision },
    entry: {
      session_id: 7,
      entity_updates: [{ entity_id: 'pump-2', status: 'out of service' }],
      relationship_updates: [],
    },
  });
  const accepted = change(4, { proposal: '7-1', by: 'Ada', verdict: 'accepted' });
  const decided = [{ id: '7-1', repeated: false, change: accepted }];
  const run = (words: readonly string[], world: ArbiterWorld = {}, output: object = {}) =>
    runArbiter(['sessions', 'review', ...words], {
      env: { USER: 'ada', NO_COLOR: '1' },
      scripts: {
        ...scripts(output),
        'ingestion.decide-changes': { output: { collection: 'default', decided, reopened: [] } },
      },
      ...world,
    });

  it('lists the questions of all sessions, recorded or not', async () => {
    const { stdout, calls } = await run([]);
    expect(stdout).toContain('Did Ines Moor leave? [yes] [no]');
    expect(stdout).not.toContain('pump-2');
    expect(calls).toMatchObject([{ input: { collection: 'default', includeRecorded: true, includeDecided: false } }]);
  });

  it('lists all that is open of one session, and with --all what was decided by whom', async () => {
    const one = await run(['7']);
    expect(one.calls).toMatchObject([{ input: { session: 7 } }]);
    expect(one.stdout).toContain('pump-2: out of service');
    const decision = { verdict: 'rejected', by: 'Ben', at: '2026-03-15T00:00:00.000Z', event: 5 };
    const proposals = [{ ...stated, decision: { ...decision, reason: 'a rumour', answer: null } }];
    const all = await run(['--all'], {}, { proposals });
    expect(all.calls).toMatchObject([{ input: { includeDecided: true } }]);
    expect(all.stdout).toContain('- 7-1  pump-2: out of service (was running)');
    expect(all.stdout).toContain('rejected by Ben · 2026-03-15T00:00:00.000Z · a rumour');
  });

  it('says that nothing is open, and which accepted change the records no longer tell', async () => {
    const { stderr } = await run([], {}, { proposals: [], outdated: [accepted] });
    expect(stderr).toContain('No session of default leaves a question open.');
    expect(stderr).toContain('Entry 4 was accepted, and its record no longer tells it: pump-2: out of service.');
  });

  it('sends the decisions of a command line, with who and why', async () => {
    const words = '--accept 7-1 7-4 --reject 7-2 --answer 7-3=knocked_out --reopen 6-1 --by Ada --reason seen'.split(
      ' ',
    );
    const { exitCode, stdout, calls } = await run(words.map((word) => word.replace('_', ' ')));
    expect(exitCode).toBe(0);
    expect(calls).toMatchObject([
      {
        input: {
          ...{ collection: 'default', by: 'Ada', reason: 'seen', accept: ['7-1', '7-4'], reject: ['7-2'] },
          ...{ answers: [{ id: '7-3', answer: 'knocked out' }], reopen: ['6-1'] },
        },
      },
    ]);
    expect(stdout).toBe('7-1 accepted (entry 4): pump-2: out of service\n');
  });

  it('refuses an answer that does not name its change before it opens anything', async () => {
    const { exitCode, stderr, opened } = await run(['--answer', 'knocked out']);
    expect([exitCode, opened]).toEqual([2, []]);
    expect(stderr).toContain('write the id of the change');
  });

  it('asks on a terminal, again where the answer is unclear, and sends what was said', async () => {
    const { stderr, calls } = await run(['7'], { isTerminal: true, stdin: 'perhaps\na\n2\n' });
    expect(stderr.match(/\[a\]ccept, \[r\]eject, \[s\]kip or \[q\]uit\?/g)).toHaveLength(2);
    expect(stderr).toContain('1 yes, 2 no, [s]kip or [q]uit?');
    expect(calls.at(-1)?.input).toMatchObject({ by: 'ada', accept: ['7-1'], answers: [{ id: '7-2', answer: 'no' }] });
  });

  it.each([
    ['skips', 's\nyes\n', [{ accept: [], answers: [{ id: '7-2', answer: 'yes' }] }]],
    ['stops and keeps what was said', 'r\nq\n', [{ reject: ['7-1'], answers: [] }]],
    ['records nothing where the input ends', '', []],
  ])('%s', async (_, stdin, inputs) => {
    const { calls } = await run(['7'], { isTerminal: true, stdin });
    expect(calls.slice(1)).toMatchObject(inputs.map((input) => ({ input })));
    expect(calls).toHaveLength(1 + inputs.length);
  });

  it.each([
    ['without a terminal', [], {}],
    ['for a program', ['--json'], { isTerminal: true }],
  ])('does not ask %s', async (_, words, world) => {
    const { stderr, calls } = await run(['7', ...words], { stdin: 'a\n', ...world });
    expect(stderr).not.toContain('ccept');
    expect(calls).toHaveLength(1);
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
