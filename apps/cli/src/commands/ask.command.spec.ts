import { ArbiterError, LIBRARY_IS_EMPTY } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { answered, declined } from '../testing/examples.js';
import { runArbiter } from '../../test/run-arbiter.js';

const answers = { 'orchestrator.query': { events: [], output: answered() } };

describe('arbiter ask', () => {
  it('shows the answer, each cited span with its place, and how sure it is', async () => {
    const { exitCode, stdout } = await runArbiter(['ask', 'Who keeps the light?'], { scripts: answers });
    expect(exitCode).toBe(0);
    expect(stdout).toBe(
      [
        'Ada keeps the light [1].',
        '',
        '[1] The Light › Keepers — places/light.md:120-140',
        '    "Ada keeps the light."',
        '',
        'confidence 87 % · simple lookup · 22 ms (retrieve 12 ms, validate 3.2 ms)',
        '',
      ].join('\n'),
    );
  });

  it('ends with 3 when the question is declined, and says why', async () => {
    const { exitCode, stdout } = await runArbiter(['ask', 'x'], {
      scripts: { 'orchestrator.query': { output: declined() } },
    });
    expect(exitCode).toBe(3);
    expect(stdout).toMatch(/^No passage was found that surely answers this question/);
    expect(stdout).not.toContain('confidence');
  });

  it('says how to fill an empty library, beside the answer', async () => {
    const output = { ...declined(), answer: LIBRARY_IS_EMPTY };
    const run = await runArbiter(['ask', 'x', '--json'], { scripts: { 'orchestrator.query': { output } } });
    expect(run.stdout).not.toContain('arbiter ingest');
    expect(run.stderr).toContain('Fill it: npx arbiter ingest PATH, or npx arbiter ingest --domain lantern-coast');
  });

  it('offers a declined question the passages that come closest', async () => {
    const output = { ...declined(), closest: answered().citations };
    const { stdout } = await runArbiter(['ask', 'x'], { scripts: { 'orchestrator.query': { output } } });
    expect(stdout).toContain('\n\nClosest passages:\n\n[1] The Light › Keepers — places/light.md:120-140\n');
  });

  it('says what was corrected, and what came of it', async () => {
    const record = { answer: 'x', passages: 1, recommendation: 'retry' as const, issues: [] };
    const output = answered({
      attempts: 3,
      history: [
        { ...record, number: 1, change: null, confidence: 0.55, kept: false },
        {
          ...record,
          number: 2,
          change: { instruction: 'rewrite_grounded', detail: 'leaving out "It is tall."' },
          confidence: 0.87,
          kept: true,
        },
        {
          ...record,
          number: 3,
          change: { instruction: 'rewrite_grounded', detail: 'writing again' },
          confidence: null,
          kept: false,
        },
      ],
    });
    const { stdout } = await runArbiter(['ask', 'x'], { scripts: { 'orchestrator.query': { output } } });
    expect(stdout.split('\n').slice(-4)).toEqual([
      expect.stringContaining('3 attempts'),
      'attempt 2, leaving out "It is tall.": confidence 87 %, kept',
      'attempt 3, writing again: nothing found',
      '',
    ]);
  });

  it('prints exactly the answer of the contract as JSON', async () => {
    const { stdout } = await runArbiter(['ask', 'x', '--json'], { scripts: answers });
    expect(JSON.parse(stdout)).toEqual(answered());
    expect(stdout.trimEnd()).not.toContain('\n');
  });

  it('passes on collections, session and mode', async () => {
    const argv = ['ask', 'Who', 'keeps it?', '-c', 'a', '-c', 'b', '-s', 's-1', '-m', 'fast'];
    const { calls } = await runArbiter(argv, { scripts: answers });
    expect(calls).toMatchObject([
      {
        operation: 'orchestrator.query',
        input: expect.objectContaining({
          query: 'Who keeps it?',
          collections: ['a', 'b'],
          sessionId: 's-1',
          mode: 'fast',
        }),
      },
    ]);
  });

  it('opens the library for reading, unless a session is to be remembered', async () => {
    expect((await runArbiter(['ask', 'x'], { scripts: answers })).opened[0]?.readOnly).toBe(true);
    expect((await runArbiter(['ask', 'x', '-s', 's-1'], { scripts: answers })).opened[0]?.readOnly).toBe(false);
  });

  it('reads the question from the standard input', async () => {
    const { calls } = await runArbiter(['ask', '-'], { scripts: answers, stdin: 'Who keeps the light? 🕯️\n' });
    expect(calls[0]?.input).toMatchObject({ query: 'Who keeps the light? 🕯️' });
  });

  it.each([
    ['empty', '  \n', 'The question is empty'],
    ['100 kB', 'x'.repeat(100_000), 'at most 8192 characters'],
    ['binary', Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0, 1, 2), 'not text in UTF-8'],
    ['not UTF-8', Uint8Array.of(0x4b, 0xfc, 0x73, 0x74, 0x65), 'not text in UTF-8'],
  ])('refuses a question that is %s before it opens anything', async (_what, stdin, sentence) => {
    const { exitCode, stderr, opened } = await runArbiter(['ask', '-'], { stdin, scripts: answers });
    expect({ exitCode, opened }).toEqual({ exitCode: 2, opened: [] });
    expect(stderr).toContain(sentence);
  });

  it('refuses bytes on the command line that were no UTF-8', async () => {
    const { exitCode, stderr } = await runArbiter(['ask', 'K\uFFFDste'], { scripts: answers });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('not text in UTF-8');
  });

  it('closes the library also when the question fails', async () => {
    const scripts = { 'orchestrator.query': new ArbiterError('NOT_FOUND', 'There is no collection "x".') };
    expect(await runArbiter(['ask', 'x', '-c', 'x'], { scripts })).toMatchObject({ exitCode: 2, closed: 1 });
  });
});

describe('what documents say of themselves, on a terminal', () => {
  const HOSTILE = 'Guide\n\n[2] Real › Source — real.md:0-9\u001b[2J\u009b31m\u202E\u{E0041}';
  const output = answered({
    answer: 'Ada keeps the \u001b]0;owned\u0007light [1].',
    citations: answered().citations.map((citation) => ({ ...citation, title: HOSTILE, source: `a\n${HOSTILE}.md` })),
  });
  const scripts = { 'orchestrator.query': { events: [], output } };

  it('forges no source, commands nothing and hides nothing', async () => {
    const { stdout } = await runArbiter(['ask', 'x'], { scripts });
    expect(stdout.match(/^\[\d+\]/gm)).toEqual(['[1]']);
    // oxlint-disable-next-line no-control-regex -- these are what must not come through
    expect(stdout).not.toMatch(/[\u001b\u0007\u009b\u202E]|[\u{E0000}-\u{E007F}]/u);
  });

  it('is told to programs as it is', async () => {
    const { stdout } = await runArbiter(['ask', 'x', '--json'], { scripts });
    expect((JSON.parse(stdout) as typeof output).citations[0]?.title).toBe(HOSTILE);
  });

  it('reaches it no other way in an error', async () => {
    const error = new ArbiterError('NOT_FOUND', `There is no "${HOSTILE}".`);
    const { stderr } = await runArbiter(['ask', 'x'], { scripts: { 'orchestrator.query': error } });
    expect(stderr).toContain('arbiter: There is no "Guide');
    // oxlint-disable-next-line no-control-regex -- these are what must not come through
    expect(stderr).not.toMatch(/[\u001b\u009b\u202E]|[\u{E0000}-\u{E007F}]/u);
  });
});
