import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OperationOutput, listChanges } from '@arbiter/contracts';
import type { Script } from '@arbiter/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runArbiter } from '../../test/run-arbiter.js';

const AT = '2026-03-14T00:00:00.000Z';
const entryOf = (session: number, status: string, more: object = {}) => ({
  session_id: session,
  entity_updates: [{ entity_id: 'inn', status }],
  relationship_updates: [],
  ...more,
});
const changeOf = (id: number, entry: ReturnType<typeof entryOf>, revertedBy: object | null = null) => ({
  id,
  recordedAt: AT,
  entry,
  revertedBy,
});
const RELATION = { from: 'party', to: 'guild', old_status: 'allied_with', new_status: 'hostile_to' };
const BURNT = entryOf(6, 'destroyed', { date: '2026-03-14', relationship_updates: [RELATION] });

type Page = OperationOutput<typeof listChanges>;
const page = (changes: readonly object[], next: string | null = null): Page =>
  ({ changes, contradictions: [] as Page['contradictions'], next, lastId: changes.length }) as Page;

/** A library whose changelog has these changes, and gives ids on from there. */
function library(changes: readonly ReturnType<typeof changeOf>[] = [], added: object = {}): Record<string, Script> {
  let last = changes.length;
  return {
    'ingestion.list-changes': { output: page(changes) },
    'ingestion.add-changes': (input) => {
      const { collection, entries } = input as { collection: string; entries: readonly unknown[] };
      const ids = entries.map(() => (last += 1));
      return { collection, ids, repeated: false, unknownEntities: [], late: [], contradictions: [], ...added };
    },
  };
}

describe('arbiter changelog', () => {
  let folder: string;
  const file = async (name: string, content: string): Promise<string> => {
    await writeFile(join(folder, name), content);
    return name;
  };
  const lines = (...entries: readonly object[]): string =>
    entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbiter-cli-changelog-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('add records the lines of a file in the collection "default", a hundred at a time', async () => {
    const entries = Array.from({ length: 150 }, (_, index) => entryOf(index, 'open'));
    const { exitCode, stdout, calls, opened } = await runArbiter(
      ['changelog', 'add', await file('many.jsonl', lines(...entries))],
      { scripts: library(), cwd: folder },
    );
    expect([exitCode, stdout]).toEqual([0, 'Added entries 1 to 150 to the changelog of default.\n']);
    const inputs = calls.filter(({ operation }) => operation === 'ingestion.add-changes').map(({ input }) => input);
    expect(inputs).toEqual([
      { collection: 'default', entries: entries.slice(0, 100) },
      { collection: 'default', entries: entries.slice(100) },
    ]);
    expect(opened).toMatchObject([{ readOnly: false }]);
  });

  it.each([
    ['a line', lines(BURNT)],
    ['an object on several lines', JSON.stringify(BURNT, null, 2)],
    ['a list', JSON.stringify([BURNT])],
  ])('add reads %s from the standard input', async (_, stdin) => {
    const { calls } = await runArbiter(['changelog', 'add', '-', '-c', 'coast'], { scripts: library(), stdin });
    expect(calls.at(-1)?.input).toEqual({ collection: 'coast', entries: [BURNT] });
  });

  it('add leaves out what is recorded, reverted or not, unless it is to be added again', async () => {
    const recorded = [changeOf(1, entryOf(1, 'open')), changeOf(2, entryOf(2, 'closed'), { id: 3, recordedAt: AT })];
    const scripts = () => library(recorded);
    const name = await file('grown.jsonl', lines(entryOf(1, 'open'), entryOf(2, 'closed'), entryOf(1, 'open'), BURNT));
    const run = (...words: string[]) =>
      runArbiter(['changelog', 'add', name, ...words], { scripts: scripts(), cwd: folder });
    const { stdout, stderr, calls } = await run();
    // The file says the first one twice, the changelog once.
    expect(calls.at(-1)?.input).toEqual({ collection: 'default', entries: [entryOf(1, 'open'), BURNT] });
    expect(stdout).toBe('Added entries 3 to 4 to the changelog of default.\n');
    expect(stderr).toContain('Left out 2 that the changelog of default has already; --again adds them once more.');
    expect(JSON.parse((await run('--json')).stdout)).toEqual({
      collection: 'default',
      ids: [3, 4],
      skipped: 2,
      unknownEntities: [],
      late: [],
      contradictions: [],
    });
    expect((await run('--again')).calls).toMatchObject([{ input: { entries: [{}, {}, {}, {}] } }]);
  });

  it('add says what no document describes, and what is late', async () => {
    const unknownEntities = Array.from({ length: 12 }, (_, index) => `thing-${index}`);
    const { stderr } = await runArbiter(['changelog', 'add', '-'], {
      scripts: library([], { unknownEntities, late: [1] }),
      stdin: lines(entryOf(2, 'closed')),
    });
    expect(stderr).toContain('thing-9 and 2 more. Their changes count nevertheless.');
    expect(stderr).toContain('Entry 1 is late: it counts from session 2 on.');
  });

  it('add and list say what contradicts the world at its time', async () => {
    const contradictions = [
      { entry: 1, session: 6, about: ['inn'], kind: 'before', said: 'open', found: 'closed', foundIn: 4 },
      { entry: 1, session: 6, about: ['a', 'b'], kind: 'before', said: 'keeps', found: 'none', foundIn: null },
      { entry: 2, session: 6, about: ['a', 'A'], kind: 'self-relation', said: 'keeps', found: 'a', foundIn: null },
    ];
    const sentences = [
      'Entry 2 of session 6 relates a to A, but both are a. This part changes nothing.',
      'Entry 1 of session 6 says that inn was "open", but entry 4 says "closed". It counts nevertheless.',
      'Entry 1 of session 6 says that a → b was "keeps", but the documents say that this had ended.',
    ];
    const scripts = library([], { contradictions });
    const added = await runArbiter(['changelog', 'add', '-'], { scripts, stdin: lines(BURNT) });
    const listed = await runArbiter(['changelog', 'list'], {
      scripts: { 'ingestion.list-changes': { output: { ...page([changeOf(1, BURNT)]), contradictions } } },
    });
    for (const sentence of sentences) for (const { stderr } of [added, listed]) expect(stderr).toContain(sentence);
    const json = await runArbiter(['changelog', 'add', '-', '--json'], { scripts, stdin: lines(BURNT) });
    expect(JSON.parse(json.stdout)).toMatchObject({ contradictions });
  });

  it.each([
    ['a line that is no JSON', `${lines(BURNT)}{`, 'broken.jsonl: Line 2 of the changelog is not JSON.'],
    ['a line without a session', lines(BURNT, {}), /broken\.jsonl: Line 2 of the changelog: .*session_id/],
    ['an entry that changes nothing', '{"session_id":1}', 'changes nothing'],
    ['bytes that are no text', Buffer.of(0xff, 0xfe, 0x00), 'not text in UTF-8'],
  ])('add refuses %s, names the place and opens nothing', async (_, content, message) => {
    await writeFile(join(folder, 'broken.jsonl'), content);
    const { exitCode, stderr, opened } = await runArbiter(['changelog', 'add', 'broken.jsonl'], { cwd: folder });
    expect([exitCode, opened]).toEqual([2, []]);
    expect(stderr).toMatch(message);
  });

  it('add says that there is no such file', async () => {
    const { exitCode, stderr } = await runArbiter(['changelog', 'add', 'none.jsonl'], { cwd: folder });
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain('There is no file');
  });

  it('list prints each change with its updates, and what took it back', async () => {
    const changes = [changeOf(1, BURNT), changeOf(2, entryOf(7, 'rebuilt'), { id: 3, recordedAt: AT })];
    const { stdout, opened } = await runArbiter(['changelog'], { scripts: library(changes) });
    expect(stdout).toBe(
      `1  session 6 · 2026-03-14 · recorded ${AT}\n` +
        '   inn: destroyed\n' +
        '   party → guild: hostile_to (was allied_with)\n' +
        `2  session 7 · recorded ${AT} · reverted ${AT}\n` +
        '   inn: rebuilt\n',
    );
    expect(opened).toMatchObject([{ readOnly: true }]);
  });

  it('list passes on what is asked for; what changed since is also what was taken back since', async () => {
    const words = [
      '--session',
      '2',
      '--recorded-by',
      AT,
      '--entity',
      'inn',
      '--since-session',
      '1',
      '--date',
      '2026-03-14',
    ];
    const { calls } = await runArbiter(['changelog', 'list', '-c', 'coast', '-n', '5', ...words], {
      scripts: library(),
    });
    const asked = { asOfSession: 2, recordedBy: AT, entity: 'inn', sinceSession: 1, date: '2026-03-14' };
    expect(calls[0]?.input).toEqual({ collection: 'coast', limit: 5, includeReverted: false, ...asked });
    const since = await runArbiter(['changelog', 'list', '--since', '17'], { scripts: library() });
    expect(since.calls[0]?.input).toMatchObject({ sinceId: 17, includeReverted: true });
    expect(since.stderr).toContain('No such changes are recorded in default.');
  });

  it('revert takes an entry back, and says when it was taken back before', async () => {
    const change = changeOf(2, entryOf(2, 'closed'), { id: 5, recordedAt: AT });
    const revert = (repeated: boolean) =>
      runArbiter(['changelog', '--revert', '2', '-c', 'coast'], {
        scripts: { 'ingestion.revert-change': { output: { change, repeated } } },
      });
    const { stdout, calls } = await revert(false);
    expect(calls).toMatchObject([{ input: { collection: 'coast', id: 2 } }]);
    expect(stdout).toMatch(/^Entry 2 no longer counts:\n2 {2}session 2/);
    expect((await revert(true)).stdout).toMatch(/^Entry 2 was reverted before:/);
  });

  it('--as-of says what was believed at a time: an entry that came late was not known then', async () => {
    const late = changeOf(2, { ...BURNT, entity_updates: [{ entity_id: 'inn', status: 'rebuilt' }] });
    const scripts: Record<string, Script> = {
      'ingestion.list-changes': (input) =>
        page((input as { recordedBy?: string }).recordedBy === AT ? [changeOf(1, BURNT)] : [changeOf(1, BURNT), late]),
    };
    const told = async (...words: string[]) =>
      (await runArbiter(['changelog', '--as-of', '6', ...words], { scripts })).stdout;
    expect(await told()).toMatch(/^inn {2}rebuilt/m);
    expect(await told('--recorded-by', AT)).toMatch(/^inn {2}destroyed/m);
  });

  it('--as-of folds all pages into one state, whatever the spelling of an id', async () => {
    const closed = { ...entryOf(7, 'closed'), entity_updates: [{ entity_id: 'Inn', status: 'closed', by: ['mara'] }] };
    const scripts: Record<string, Script> = {
      'ingestion.list-changes': (input) =>
        (input as { after?: string }).after === '6.1' ? page([changeOf(2, closed)]) : page([changeOf(1, BURNT)], '6.1'),
    };
    const { stdout, calls } = await runArbiter(['changelog', '--as-of', 'session_7'], { scripts });
    expect(stdout).toBe(
      'inn  closed (closed), by mara · session 7, entry 2\n\nRelations that began:\nparty → guild  hostile_to · session 6, entry 1\n',
    );
    expect(calls).toMatchObject([{ input: { asOfSession: 7 } }, { input: { asOfSession: 7, after: '6.1' } }]);
    const json = await runArbiter(['changelog', '--as-of', '2026-03-14', '--json'], { scripts });
    expect(JSON.parse(json.stdout)).toMatchObject({
      collection: 'default',
      date: '2026-03-14',
      entities: [{ id: 'inn', availability: 'closed' }],
      relations: [{ type: 'hostile_to', ended: null }],
    });
  });

  it.each(['tomorrow', '2026-02-30', '-1'])('--as-of does not know the time %p', async (word) => {
    const { exitCode } = await runArbiter(['changelog', `--as-of=${word}`]);
    expect(exitCode).toBe(2);
  });

  it('means the first collection of a domain, and not a collection besides', async () => {
    const domains = [{ domain: 'coast', version: '1', description: '', collections: ['coast_lore', 'coast_rules'] }];
    const scripts = { ...library(), 'orchestrator.list-domains': { output: { domains } } };
    const { calls } = await runArbiter(['changelog', 'list', '-d', 'coast'], { scripts });
    expect(calls.at(-1)?.input).toMatchObject({ collection: 'coast_lore' });
    expect((await runArbiter(['changelog', 'list', '-d', 'coast', '-c', 'x'], { scripts })).exitCode).toBe(2);
  });
});
