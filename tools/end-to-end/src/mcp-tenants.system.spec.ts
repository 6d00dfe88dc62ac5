import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NO_READER } from './environment.js';
import { ask, ingest, send } from './http-calls.js';
import { McpClients, REVISIONS, textOf } from './mcp-clients.js';
import { Processes } from './processes.js';
import { startStandaloneProcess, type RunningStandalone } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';

const KEYS = {
  editor: 'a-key-of-an-editor-of-tenant-acme',
  reader: 'a-key-of-a-reader-of-tenant-acme',
  other: 'a-key-of-an-editor-of-another-tenant',
} as const;
type Holder = keyof typeof KEYS;

const PUBLIC_URL = 'https://arbiter.example';
/** What no answer to anybody else may hold. */
const SECRET = /Quillfeather|Mara Voss|acme\.|lamp\.md/;
const LAMP = '# The lamp\n\nThe lamp of Quillfeather Point is kept by Mara Voss.\n';
const QUESTION = 'Who keeps the lamp of Quillfeather Point?';

const clients = new McpClients();
const processes = new Processes();
const folders = new TemporaryFolders();
let server: RunningStandalone;
let documentId: string;
let answerId: string;

const as = (holder: Holder) => ({ headers: { authorization: `Bearer ${KEYS[holder]}` } });
const connect = (revision: (typeof REVISIONS)[number], holder: Holder) =>
  clients.overHttp(revision, server.url, as(holder).headers);

beforeAll(async () => {
  const dataDir = await folders.create();
  const keys = Object.entries(KEYS).map(([name, key]) => ({
    name,
    role: name === 'reader' ? 'reader' : 'editor',
    tenant: name === 'other' ? 'other' : 'acme',
    sha256: createHash('sha256').update(key).digest('hex'),
    created: '2026-01-01T00:00:00Z',
  }));
  const keysFile = join(dataDir, 'keys.json');
  await writeFile(keysFile, JSON.stringify({ version: 1, keys }), { mode: 0o600 });
  server = await startStandaloneProcess(processes, {
    dataDir,
    env: {
      ...{ ...NO_READER, ARBITER_KEYS_FILE: keysFile, TOOLS_MAY_INGEST: 'true' },
      ...{ ARBITER_API_KEY: 'the-key-of-the-operator', ARBITER_PUBLIC_URL: `${PUBLIC_URL}/` },
    },
  });
  await ingest(server.url, 'acme.lore', [{ kind: 'inline', name: 'lamp.md', content: LAMP }], as('editor'));
  const answer = await ask(server.url, { query: QUESTION, sessionId: 's-1' }, as('editor'));
  answerId = answer.id;
  documentId = answer.citations[0]!.documentId;
});
afterAll(async () => {
  await clients.closeAll();
  await processes.stopAll();
  await folders.removeAll();
});

const callsOf = (): [string, object][] => [
  ['query', { query: QUESTION }],
  ['query', { query: QUESTION, collections: ['acme.lore'] }],
  ['agentic-search', { query: QUESTION, collection_names: ['acme.lore'] }],
  ['search', { query: 'the lamp' }],
  ['fetch', { id: documentId }],
  ['read-document', { documentId }],
  ['read-document', { uri: `document://acme.lore/lamp.md?id=${documentId}` }],
  ['read-document', { uri: 'document://acme.lore/lamp.md' }],
  ['list-documents', { collection: 'acme.lore' }],
  ['list-collections', {}],
  ['find-entities', { name: 'Mara' }],
  ['find-path', { collection: 'acme.lore', from: 'a', to: 'b' }],
  ['list-changes', { collection: 'acme.lore' }],
  ['extract-changes', { collection: 'acme.lore' }],
  ['decide-changes', { collection: 'acme.lore', by: 'Ada', accept: ['7-k3f9q1c2'] }],
  ['list-sessions', {}],
  ['read-session', { sessionId: 's-1' }],
  ['read-answer', { answerId }],
  ['rate-answer', { answerId, score: 0 }],
  ['rate-answer', { answerId, claim: 'x', verdict: 'wrong' }],
  ['delete-document', { documentId }],
];

describe.each(REVISIONS)('over the Model Context Protocol, %s,', (revision) => {
  it('another tenant learns nothing by any tool or resource, and changes nothing', async () => {
    const client = await connect(revision, 'other');
    for (const [name, args] of callsOf()) {
      const asked = JSON.stringify(args).slice(1, -1);
      const result = await client.callTool({ name, arguments: { ...args } });
      const told = JSON.stringify(result).replaceAll(asked, '');
      // What was asked may be repeated: ids, names and the question.
      const news = told.replaceAll(/document:\/\/acme\.lore[^ "]*|"?acme\.lore\\?"?|of Quillfeather Point/g, '');
      expect([name, news]).toEqual([name, expect.not.stringMatching(SECRET)]);
    }
    for (const uri of [
      'context://s-1',
      `document://acme.lore/lamp.md?id=${documentId}`,
      'document://acme.lore/lamp.md',
    ])
      await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32_602 });
    expect(JSON.stringify(await client.listResources())).not.toMatch(SECRET);
    expect((await send(`${server.url}/v1/documents/${documentId}`, as('editor'))).status).toBe(200);
  });

  it('a caller reads its own answer and document again, with links into the console', async () => {
    const client = await connect(revision, 'editor');
    const { structuredContent } = await client.callTool({ name: 'read-answer', arguments: { answerId } });
    const [citation] = (
      structuredContent as { citations: { url: string; start: number; end: number; quote: string }[] }
    ).citations;
    expect(citation!.url).toMatch(
      new RegExp(`^${PUBLIC_URL}/documents/${documentId}\\?start=\\d+&end=\\d+&sum=[a-p]{8}$`),
    );
    const { start, end, quote } = citation!;
    const read = await client.callTool({ name: 'read-document', arguments: { documentId, start, end, context: 4 } });
    expect(read.structuredContent).toMatchObject({ text: quote, url: citation!.url });
    expect((await client.readResource({ uri: 'context://s-1' })).contents).toMatchObject([
      { text: expect.stringContaining(QUESTION) },
    ]);
    const rated = await client.callTool({ name: 'rate-answer', arguments: { answerId, score: 1 } });
    expect(textOf(rated)).toBe('Noted.');
    const found = await client.callTool({ name: 'search', arguments: { query: 'lamp of Quillfeather Point' } });
    expect(found.structuredContent).toMatchObject({
      results: [{ id: documentId, url: expect.stringMatching(/^https:/) }],
    });
  });

  it('a reader of the tenant has no session or answer of another, and may change nothing', async () => {
    const client = await connect(revision, 'reader');
    const codeOf = async (name: string, args: object): Promise<unknown> =>
      (
        (await client.callTool({ name, arguments: { ...args } }))._meta as Record<string, { code?: string }> | undefined
      )?.['arbiter/error']?.code;
    expect(await codeOf('read-answer', { answerId })).toBe('NOT_FOUND');
    expect(await codeOf('read-session', { sessionId: 's-1' })).toBe('NOT_FOUND');
    expect(await codeOf('delete-document', { documentId })).toBe('FORBIDDEN');
    expect(await codeOf('extract-changes', { collection: 'acme.lore' })).toBe('FORBIDDEN');
    expect(await codeOf('read-document', { documentId })).toBeUndefined();
  });

  it('10,000 characters too many are refused by every tool that takes a text', async () => {
    const client = await connect(revision, 'editor');
    const long = 'x'.repeat(20_000);
    for (const [name, args] of callsOf().filter(([, given]) => Object.keys(given).length > 0)) {
      const [field] = Object.keys(args) as [string];
      const result = await client.callTool({ name, arguments: { ...args, [field]: long } });
      expect([name, result._meta?.['arbiter/error']]).toMatchObject([name, { code: 'INVALID_REQUEST' }]);
    }
  });
});
