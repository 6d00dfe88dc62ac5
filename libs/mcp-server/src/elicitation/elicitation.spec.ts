import { NO_COUNTS } from '@arbiter/contracts';
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { ScriptedCaller, type Script } from '@arbiter/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { connectClient, type Way } from '../../test/connect-client.js';
import { askedOf, LIBRARY } from '../../test/library.fixture.js';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const KINDS: readonly (readonly [Way, string | undefined])[] = [
  ['stdio', undefined],
  ['stdio', '2026-07-28'],
  ['http legacy', undefined],
  ['http 2026', '2026-07-28'],
];

const JOB = {
  id: 'job-1',
  collection: 'notes',
  state: 'succeeded',
  tenant: 'default',
  attempts: 1,
  counts: { ...NO_COUNTS, added: 1 },
  failures: [],
  error: null,
  sources: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  startedAt: '2026-01-01T00:00:00.000Z',
  finishedAt: '2026-01-01T00:00:00.000Z',
};
const SCRIPTS: Readonly<Record<string, Script>> = { ...LIBRARY, 'ingestion.submit': { output: JOB } };
const SOURCES = [
  { kind: 'inline', name: 'a.md', content: 'a' },
  { kind: 'path', path: '/srv/notes' },
];
const INGEST = { name: 'ingest', arguments: { collection: 'notes', sources: SOURCES } };

type Answer = { action: 'accept'; content: Record<string, string | boolean> } | { action: 'decline' | 'cancel' };

describe.each(KINDS)('a client over %s (%s) that can ask its person', (way, revision) => {
  /** @param answer null for a client that cannot ask */
  async function connect(answer: Answer | null, scripts: Readonly<Record<string, Script>> = {}, mayIngest = true) {
    const caller = new ScriptedCaller({ ...SCRIPTS, ...scripts });
    const questions: string[] = [];
    const prepare = (client: Client): void => {
      if (!answer) return;
      client.registerCapabilities({ elicitation: { form: {} } });
      client.setRequestHandler('elicitation/create', ({ params }) => {
        questions.push(params.message);
        return answer;
      });
    };
    const { client, close } = await connectClient(way, caller, mayIngest, undefined, { prepare, revision });
    closing.push(close);
    const call = async (): Promise<CallToolResult> => client.callTool(INGEST);
    const submitted = (): number => askedOf(caller).filter(({ operation }) => operation === 'ingestion.submit').length;
    return { client, questions, call, submitted };
  }

  it('has it confirm what is read into the library, once', async () => {
    const { call, questions, submitted } = await connect({ action: 'accept', content: { confirm: true } });
    expect((await call()).isError).toBeUndefined();
    expect(questions).toEqual([
      'Read into the collection "notes"?\na.md\n/srv/notes\nWhat has gone from a folder is deleted from the library.',
    ]);
    expect(submitted()).toBe(1);
  });

  it.each([
    ['declines', { action: 'decline' }],
    ['closes the question', { action: 'cancel' }],
    ['leaves it unconfirmed', { action: 'accept', content: { confirm: false } }],
  ] as const)('changes nothing when the person %s', async (_what, answer) => {
    const { call, submitted } = await connect(answer);
    expect(await call()).toMatchObject({ isError: true, _meta: { 'arbiter/error': { code: 'CANCELLED' } } });
    expect(submitted()).toBe(0);
  });

  it('asks nothing for a tool that is off', async () => {
    const { call, questions } = await connect({ action: 'accept', content: { confirm: true } }, {}, false);
    await expect(call()).rejects.toThrow('TOOLS_MAY_INGEST');
    expect(questions).toEqual([]);
  });

  it('has it confirm a deletion, by the name of the document', async () => {
    const deleted = { output: { documentId: 'e1', chunks: 2 } };
    const scripts = { 'ingestion.delete-document': deleted };
    const { client, questions } = await connect({ action: 'accept', content: { confirm: true } }, scripts);
    const result = await client.callTool({ name: 'delete-document', arguments: { documentId: 'e1' } });
    expect(result.isError).toBeUndefined();
    expect(questions).toEqual(['Delete "Title of e1" (README.md) from the collection "notes"? It cannot be undone.']);
    // What is not there is left for the tool to say.
    await client.callTool({ name: 'delete-document', arguments: { documentId: 'e9' } });
    expect(questions).toHaveLength(1);
  });

  const README = { name: 'read-document', arguments: { uri: 'document://notes/README.md' } };

  it('has it choose among documents of one path, whose error names them else', async () => {
    const { client, questions } = await connect({
      action: 'accept',
      content: { choice: '2. Title of e2 (notes, of 2026-01-01T00:00:00.000Z)' },
    });
    expect(JSON.stringify(await client.callTool(README))).toContain('Text of e2');
    expect(questions).toEqual(['2 documents are at document://notes/README.md. Which one is meant?']);
    const undecided = await connect({ action: 'decline' });
    expect(await undecided.client.callTool(README)).toMatchObject({ isError: true });
  });

  it('has it choose among things of one name, and is shown all where it does not', async () => {
    const entity = (id: string, type: string) => ({
      id,
      documentId: 'd001',
      collection: 'lore',
      type,
      name: 'Heron',
      aliases: [],
      attributes: {},
      start: 0,
      end: 4,
      dataLength: 0,
    });
    const entities = [entity('x1', 'ship'), entity('x2', 'inn'), { ...entity('x3', 'inn'), name: 'Heron Hill' }];
    const scripts = { 'ingestion.find-entities': { output: { entities } } };
    const find = { name: 'find-entities', arguments: { name: 'heron' } };
    const { client, questions } = await connect(
      { action: 'accept', content: { choice: '2. Heron (inn of lore)' } },
      scripts,
    );
    expect(await client.callTool(find)).toMatchObject({ structuredContent: { entities: [{ id: 'x2' }] } });
    expect(questions).toEqual(['2 things are called "heron". Which one is meant?']);
    for (const answer of [{ action: 'cancel' }, { action: 'accept', content: { choice: '7. Heron' } }, null] as const) {
      const other = await connect(answer, scripts);
      const result = await other.client.callTool(find);
      expect(result.structuredContent).toMatchObject({ entities: [{ id: 'x1' }, { id: 'x2' }, { id: 'x3' }] });
    }
  });

  it('is not held up where it cannot ask, nor by arguments that do not fit', async () => {
    const unable = await connect(null);
    expect((await unable.call()).isError).toBeUndefined();
    expect(unable.submitted()).toBe(1);
    const { client, questions } = await connect({ action: 'accept', content: { confirm: true } });
    const result = await client.callTool({ name: 'ingest', arguments: { collection: 'notes' } });
    expect(result).toMatchObject({ isError: true, _meta: { 'arbiter/error': { code: 'INVALID_REQUEST' } } });
    expect(questions).toEqual([]);
  });
});
