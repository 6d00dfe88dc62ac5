import { ArbiterError, documentUrl, type Answer } from '@arbiter/contracts';
import type { Script } from '@arbiter/testing';
import { describe, expect, it } from '@jest/globals';
import { type ArbiterWorld, runArbiter } from '../../test/run-arbiter.js';
import { answered, declined } from '../testing/examples.js';

const TEXT = `${'Before it there are words. '.repeat(20)}\nAda keeps the light. ${'After it there are more. '.repeat(20)}`;
const start = TEXT.indexOf('Ada');
const given = answered({
  citations: answered().citations.map((citation) => ({ ...citation, start, end: start + 20, page: 3 })),
});
const refusal: Answer = {
  ...declined(),
  closest: given.citations,
  history: [
    {
      ...{ number: 1, change: null, answer: 'Ada [1].', passages: 1, confidence: 0.31, recommendation: 'reject' },
      issues: [{ type: 'support', severity: 'error', message: 'A claim is not supported.', claim: 'Ada' }],
      kept: true,
    },
  ],
};
const overview = (id: string) => ({ id, title: 'Who keeps it?', messages: 2, updatedAt: '2026-03-01T00:00:00.000Z' });
const message = (role: 'user' | 'assistant', content: string) => ({
  ...{ id: `m-${role}`, role, content, timestamp: '2026-03-01T00:00:00.000Z', metadata: {} },
});

/** Answers each question by what it says. */
const scripts: Record<string, Script> = {
  'orchestrator.query': ({ query, sessionId }: { query: string; sessionId: string }) => {
    if (query === 'fail') throw new ArbiterError('UNAVAILABLE', 'Nobody answers at http://127.0.0.1:1.');
    return query === 'decline' ? refusal : { ...given, query, sessionId };
  },
  'ingestion.get-document-text': { output: { text: TEXT } },
  'orchestrator.list-sessions': { output: { sessions: [overview('s-1'), overview('harbour')], next: null } },
  'orchestrator.get-session': ({ sessionId }: { sessionId: string }) => {
    if (sessionId !== 'harbour') throw new ArbiterError('NOT_FOUND', `There is no session "${sessionId}".`);
    return { sessionId, messages: [message('user', 'Who keeps it?'), message('assistant', 'Ada [1].')] };
  },
  'orchestrator.list-domains': {
    output: {
      domains: [{ domain: 'lantern-coast', version: '1', description: 'x', collections: ['lantern-coast_lore'] }],
    },
  },
};

const chat = (lines: readonly string[], argv: readonly string[] = [], world: ArbiterWorld = {}) =>
  runArbiter(['chat', ...argv], { scripts, stdin: lines.map((line) => `${line}\n`).join(''), ...world });

const questions = ({ calls }: Awaited<ReturnType<typeof chat>>) =>
  calls.filter(({ operation }) => operation === 'orchestrator.query').map(({ input }) => input);

describe('arbiter chat', () => {
  it('asks each line of a pipe in one session, without a prompt', async () => {
    const run = await chat(['Who keeps the light?', '', '  and since when?  ']);
    expect(run).toMatchObject({ exitCode: 0, stderr: '', closed: 1 });
    expect(run.stdout.match(/^Ada keeps the light \[1\]\.$/gm)).toHaveLength(2);
    const [first, second] = questions(run);
    expect(first).toMatchObject({ query: 'Who keeps the light?', sessionId: expect.stringMatching(/^chat-\w+$/) });
    expect(second).toMatchObject({ query: 'and since when?', sessionId: (first as Answer).sessionId });
  });

  it('takes session, domain and mode from the command line, and others from commands', async () => {
    const lines = ['a', '/mode fast', '/domain all', '/new', 'b'];
    const run = await chat(lines, ['-s', 's-1', '-d', 'lantern-coast', '-m', 'deep']);
    const [first, second] = questions(run);
    expect(first).toMatchObject({ sessionId: 's-1', domain: 'lantern-coast', mode: 'deep' });
    expect(second).toMatchObject({ mode: 'fast', sessionId: expect.stringMatching(/^chat-/) });
    expect(second).not.toHaveProperty('domain');
  });

  it('shows a source in its context, with its place and how to open it', async () => {
    const { stdout } = await chat(['q', '/sources', '/sources 1']);
    expect(stdout.match(/^\[1\] The Light › Keepers/gm)).toHaveLength(3);
    expect(stdout).toMatch(/\n {4}….*words\. \n {4}»Ada keeps the light\.« After it .*…\n/);
    expect(stdout).toContain(`places/light.md:${start}-${start + 20} · page 3 · d1\n`);
    expect(stdout).toContain(`at ${documentUrl('http://127.0.0.1:3100', 'd1', given.citations[0])}\n`);
  });

  it('offers what is closest to a declined question, says why it was declined, and shows that in its context', async () => {
    const { stdout, exitCode } = await chat(['decline', '/declined', '/sources 1']);
    expect(exitCode).toBe(0);
    expect(stdout.match(/^Closest passages:$/gm)).toHaveLength(2);
    expect(stdout).toContain(
      'right with a probability of 31 %, too little to be shown.\n- A claim is not supported. ("Ada")\n',
    );
    expect(stdout).toContain('»Ada keeps the light.«');
  });

  it('lists sessions, and continues one', async () => {
    const run = await chat(['/session harbour', '/sessions', '/history', 'q']);
    expect(run.stdout).toContain('> Who keeps it?\nAda [1].\n');
    expect(run.stdout).toContain('* harbour  2026-03-01T00:00:00.000Z · 2 messages  Who keeps it?\n');
    expect(questions(run)).toMatchObject([{ sessionId: 'harbour' }]);
  });

  it('ends at /quit', async () => {
    expect(questions(await chat(['/quit', 'q']))).toEqual([]);
  });

  it.each([
    ['an unknown command', '/soruces', 'There is no command /soruces. Did you mean /sources?'],
    ['the beginning of one', '/he', 'There is no command /he. Did you mean /help?'],
    ['one that is like none', '/frobnicate', 'There is no command /frobnicate. /help lists those there are.'],
    ['a session that there is not', '/session harbor', 'There is no session "harbor"; did you mean "harbour"?'],
    ['an id that is none', '/session a b', 'The id of a session must be'],
    ['a domain that there is not', '/domain lantern-cost', 'did you mean "lantern-coast"?'],
    ['a mode that there is not', '/mode quick', 'There is no mode quick; there are fast, standard, deep.'],
    ['sources before an answer', '/sources', 'Nothing has been answered yet.'],
    ['/declined before a refusal', '/declined', 'Nothing was declined in this chat.'],
    ['10,000 characters', 'x'.repeat(10_000), 'at most 8192 characters'],
    ['what is no text', 'a\u0000b', 'not text in UTF-8'],
    ['a server that is away', 'fail', 'Nobody answers at http://127.0.0.1:1.'],
  ])('says of %s in one sentence what is wrong, and goes on', async (_what, line, sentence) => {
    const run = await chat([line, 'q']);
    expect(run.stderr).toMatch(/^arbiter: [^\n]*\n$/);
    expect(run.stderr).toContain(sentence);
    expect(run.stdout).toContain('Ada keeps the light [1].');
    expect(run.exitCode).not.toBe(0);
  });

  it('refuses a source that the answer does not have', async () => {
    expect((await chat(['q', '/sources 7'])).stderr).toContain('There is no source 7: the last answer has 1 to 1.');
  });

  it('gives programs one line of JSON for each line', async () => {
    const { stdout, stderr } = await chat(['q', '/mode fast', 'fail'], ['--json'], { isTerminal: true });
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines).toMatchObject([{ status: 'answered' }, { mode: 'fast' }, { error: { code: 'UNAVAILABLE' } }]);
    expect(stderr).not.toContain('>');
  });

  it('lets no escape of a document through to the terminal', async () => {
    const hostile = { text: TEXT.replaceAll('Before it', '\u001b[2Jore i\u009b') };
    const { stdout } = await chat(['q', '/sources 1'], [], {
      scripts: { ...scripts, 'ingestion.get-document-text': { output: hostile } },
    });
    // oxlint-disable-next-line no-control-regex -- these are what must not come through
    expect(stdout).not.toMatch(/[\u001b\u009b]/);
  });
});
